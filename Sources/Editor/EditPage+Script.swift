extension EditPage {
  package static let script: StaticString = #"""
    'use strict';
    (() => {
    const $ = id => document.getElementById(id);
    const SVG = 'http://www.w3.org/2000/svg';
    let state = null, cards = [], kinds = {}, chosen = null, screenName = null, mode = 'arrange', busy = Promise.resolve();
    let strokes = [], live = null, lastDrawing = null, textDirty = false, part = 0, outcomesFor = 0, ended = false;

    // Every text of a file is set as text; nothing becomes markup.
    function make(name, options = {}, ...children) {
      const node = options.svg ? document.createElementNS(SVG, name) : document.createElement(name);
      for (const [key, value] of Object.entries(options)) {
        if (key === 'svg' || value === undefined || value === null || value === false) continue;
        if (key === 'text') node.textContent = value;
        else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
        else node.setAttribute(key, value === true ? '' : value);
      }
      node.append(...children.filter(child => child !== null && child !== undefined));
      return node;
    }
    const svg = (name, options = {}, ...children) => make(name, {...options, svg: true}, ...children);

    function notice(text, calm) {
      $('notice').textContent = text || '';
      $('notice').hidden = !text;
      $('notice').classList.toggle('calm', Boolean(calm));
    }

    // Words between backquotes are code.
    const worded = text => text.split('`').map((piece, index) => index % 2 ? make('code', {text: piece}) : piece);

    // Requests go one after another, so that each answer is of the newest text.
    function ask(request) {
      const run = busy.then(async () => {
        if (ended) throw new Error('The editor has ended.');
        let response;
        try {
          response = await fetch('request', {method: 'POST', headers: {'Content-Type': 'application/json'},
            body: JSON.stringify(request)});
        } catch (error) { throw new Error('The editor does not answer: it has ended, or its port is no longer forwarded.'); }
        if (!response.ok) throw new Error((await response.text()).trim());
        const answer = await response.json();
        if (answer.error) throw new Error(answer.error);
        return answer;
      });
      busy = run.catch(() => {});
      return run;
    }

    // What was typed into the text is applied before anything else changes it.
    async function applyText() {
      if (textDirty) take(await ask({do: 'text', part, text: $('text').value}));
    }

    async function change(request, keep) {
      try {
        await applyText();
        const answer = await ask(request);
        notice('');
        take(answer, keep);
        return answer;
      } catch (error) {
        notice(error.message);
        if (state) draw();
        return null;
      }
    }

    function take(answer, keep) {
      state = answer;
      textDirty = false;
      if (!state.screens.some(screen => screen.name === screenName)) screenName = state.screens[0].name;
      if (chosen && !exists(chosen)) chosen = null;
      draw(keep);
      refresh();
    }

    const exists = item => item.array === 'view'
      ? state.screens.some(screen => screen.views.some(view => view.name === item.name))
      : state.gestures.some(gesture => gesture.name === item.name);
    const screen = () => state.screens.find(screen => screen.name === screenName);
    const gestureNamed = name => state.gestures.find(gesture => gesture.name === name);
    const viewNamed = name => screen().views.find(view => view.name === name);
    const remarksOf = item => state.remarks.filter(remark => remark.array === item.array && remark.name === item.name);
    const round = number => Math.round(number * 10) / 10;
    const snap = number => Math.round(number * 2) / 2;

    // MARK: The whole page

    function draw(keep) {
      $('file').textContent = state.file;
      document.title = state.file.split('/').pop() + ' – tickle edit';
      $('saved').textContent = !state.valid ? 'has errors' : state.changed ? 'not saved' : 'saved';
      $('saved').classList.toggle('changed', state.changed || !state.valid);
      $('undo').disabled = !state.undo;
      $('redo').disabled = !state.redo;
      $('save').disabled = !state.changed;
      drawScreens();
      drawScreen();
      drawGestures();
      if (!keep) drawChosen();
      drawRemarks();
      drawText();
      $('card-target').textContent = chosen && chosen.array === 'view'
        ? 'On the view ' + chosen.name + '. The corners are always those of the screen.'
        : 'On the whole screen; choose a view first to add a gesture to it.';
    }

    function drawScreens() {
      const current = screen();
      $('screens-label').hidden = state.screens.length < 2;
      $('screens').replaceChildren(...state.screens.map(one =>
        make('option', {text: one.name, value: one.name, selected: one.name === screenName})));
      $('size').textContent = round(current.width) + ' mm × ' + round(current.height) + ' mm' +
        (current.assumed ? ' (assumed: --panel or a [[screen]] says it)' : '');
    }

    let shapes = new Map(), shapesFor = null;

    function drawScreen() {
      const current = screen(), root = $('screen');
      root.setAttribute('viewBox', [0, 0, current.width, current.height].join(' '));
      document.body.classList.toggle('drawing-mode', mode === 'draw');
      document.body.classList.toggle('arranging', mode === 'arrange');
      const font = Math.max(current.width / 60, 2.6);
      const grid = svg('g', {'aria-hidden': 'true'});
      for (let x = 10; x < current.width; x += 10)
        grid.append(svg('line', {class: 'grid', x1: x, x2: x, y1: 0, y2: current.height}));
      for (let y = 10; y < current.height; y += 10)
        grid.append(svg('line', {class: 'grid', x1: 0, x2: current.width, y1: y, y2: y}));
      const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.view : null;
      shapes = new Map();
      const views = current.views.map(view => {
        const group = svg('g', {class: 'view', tabindex: '0', role: 'button', 'data-view': view.name});
        group.append(svg('rect', {rx: 1}), svg('text', {'font-size': font}), svg('text', {'font-size': font * .75, class: 'small'}));
        shapes.set(view.name, group);
        place(view, group);
        return group;
      });
      const handle = svg('circle', {id: 'handle', class: 'handle', r: Math.max(2, current.width / 110)});
      handle.style.cursor = 'nwse-resize';
      const paths = svg('g', {id: 'paths', 'aria-hidden': 'true'});
      root.replaceChildren(grid, ...views, handle, paths);
      mark();
      drawPaths();
      if (focused && shapes.has(focused)) shapes.get(focused).focus({preventScroll: true});
      $('hint').textContent = mode === 'draw'
        ? 'Draw with the mouse, a pen or fingers. With Shift, the path is mirrored as a second finger.'
        : 'Drag a view to move it, its lower right corner to resize it. Keys: arrows move by 1 mm, with Shift they resize, with ' +
          'Alt in steps of 0.1 mm.';
    }

    function place(view, group) {
      const [x, y, width, height] = view.frame, [rect, name, size] = group.children;
      const font = Math.max(screen().width / 60, 2.6);
      rect.setAttribute('x', x); rect.setAttribute('y', y);
      rect.setAttribute('width', Math.max(0, width)); rect.setAttribute('height', Math.max(0, height));
      const roomy = width > font * 3 && height > font * 1.6;
      name.textContent = roomy ? shorten(view.name, width / font * 1.6) : '';
      name.setAttribute('x', x + font * .5); name.setAttribute('y', y + font * 1.25);
      size.textContent = roomy && height > font * 3 ? shorten(round(width) + ' × ' + round(height) + ' mm', width / font * 2) : '';
      size.setAttribute('x', x + font * .5); size.setAttribute('y', y + font * 2.4);
      group.setAttribute('aria-label', 'View ' + view.name + ', ' + frameText(view.frame));
      group.classList.toggle('off', view.off);
    }

    const shorten = (text, most) => text.length > most ? text.slice(0, Math.max(1, most - 1)) + '…' : text;
    const frameText = frame => round(frame[2]) + ' × ' + round(frame[3]) + ' mm at ' + round(frame[0]) + ', ' + round(frame[1]);

    function mark() {
      for (const [name, group] of shapes) {
        const is = Boolean(chosen && chosen.array === 'view' && chosen.name === name);
        group.classList.toggle('chosen', is);
        group.setAttribute('aria-pressed', String(is));
      }
      const handle = $('handle'), view = chosen && chosen.array === 'view' && viewNamed(chosen.name);
      handle.style.display = view && mode === 'arrange' ? '' : 'none';
      if (view) {
        handle.setAttribute('cx', view.frame[0] + view.frame[2]);
        handle.setAttribute('cy', view.frame[1] + view.frame[3]);
      }
    }

    function choose(item, focus) {
      chosen = item;
      draw();
      if (focus) $('chosen-title').scrollIntoView({block: 'nearest'});
    }

    // MARK: Moving views

    function point(event) {
      const matrix = $('screen').getScreenCTM();
      return {x: (event.clientX - matrix.e) / matrix.a, y: (event.clientY - matrix.f) / matrix.d};
    }

    let drag = null;

    $('screen').addEventListener('pointerdown', event => {
      if (event.button !== 0 || !state) return;
      if (mode === 'draw') return beginStroke(event);
      const at = point(event);
      const onHandle = event.target.id === 'handle';
      const group = onHandle ? shapes.get(chosen.name) : event.target.closest('.view');
      if (!group) return choose(null);
      const name = group.dataset.view;
      if (!chosen || chosen.name !== name || chosen.array !== 'view') choose({array: 'view', name});
      const view = viewNamed(name), current = shapes.get(name);
      drag = {view, group: current, at, from: view.frame.slice(), resizes: onHandle, id: event.pointerId, moved: false};
      current.focus({preventScroll: true});
      $('screen').setPointerCapture(event.pointerId);
      event.preventDefault();
    });

    $('screen').addEventListener('pointermove', event => {
      if (mode === 'draw') return goOn(event);
      if (!drag || event.pointerId !== drag.id) return;
      const at = point(event), [x, y, width, height] = drag.from, current = screen();
      const dx = at.x - drag.at.x, dy = at.y - drag.at.y;
      if (!drag.moved && Math.hypot(dx, dy) < .7) return;
      drag.moved = true;
      drag.view.frame = drag.resizes
        ? [x, y, Math.max(1, snap(width + dx)), Math.max(1, snap(height + dy))]
        : [snap(Math.min(Math.max(x + dx, 0), Math.max(0, current.width - width))),
           snap(Math.min(Math.max(y + dy, 0), Math.max(0, current.height - height))), width, height];
      place(drag.view, drag.group);
      mark();
    });

    function endDrag() {
      const done = drag;
      drag = null;
      if (done && done.moved) move(done.view);
    }
    $('screen').addEventListener('pointerup', event => { if (mode === 'draw') endStroke(event); else endDrag(); });
    $('screen').addEventListener('pointercancel', event => { if (mode === 'draw') endStroke(event); else endDrag(); });

    const move = view => change({do: 'move', view: view.name, screen: screenName, frame: view.frame.map(round)});

    let keyTimer = null;
    $('screen').addEventListener('keydown', event => {
      const name = event.target.dataset.view;
      if (!name) return;
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        return choose({array: 'view', name}, true);
      }
      const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
      if (!steps || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const view = viewNamed(name), size = event.altKey ? .1 : 1;
      const [dx, dy] = steps.map(step => step * size), [x, y, width, height] = view.frame;
      view.frame = event.shiftKey ? [x, y, Math.max(1, width + dx), Math.max(1, height + dy)] : [x + dx, y + dy, width, height];
      if (!chosen || chosen.name !== name) { chosen = {array: 'view', name}; drawChosen(); }
      place(view, shapes.get(name));
      mark();
      clearTimeout(keyTimer);
      keyTimer = setTimeout(() => move(view), 300);
    });

    // MARK: Drawing hands

    function setMode(next) {
      mode = next;
      $('arrange').setAttribute('aria-pressed', String(mode === 'arrange'));
      $('draw').setAttribute('aria-pressed', String(mode === 'draw'));
      for (const id of ['together-label', 'clear']) $(id).hidden = mode !== 'draw';
      $('play').hidden = mode !== 'draw' || !$('together').checked;
      drawScreen();
    }

    let timer = null;

    function beginStroke(event) {
      event.preventDefault();
      clearTimeout(timer);
      const now = event.timeStamp, at = point(event), together = $('together').checked;
      // A second pointer, such as another finger on this screen, joins the drawing.
      if (!live) {
        if (!together && strokes.length && now - strokes.end > 1500) strokes = [];
        if (!strokes.length) strokes.origin = now;
        live = new Map();
      }
      const first = together ? 0 : now - strokes.origin;
      const stroke = [[at.x, at.y, first]];
      const mirror = event.shiftKey ? [[...mirrored(at), first]] : null;
      live.set(event.pointerId, {stroke, mirror, start: now, first, from: at});
      strokes.push(stroke);
      if (mirror) strokes.push(mirror);
      $('screen').setPointerCapture(event.pointerId);
      drawPaths();
    }

    const mirrored = at => [screen().width - at.x, screen().height - at.y];

    function goOn(event) {
      const one = live && live.get(event.pointerId);
      if (!one) return;
      for (const each of event.getCoalescedEvents ? [...event.getCoalescedEvents(), event] : [event]) {
        const at = point(each), time = Math.max(one.stroke[one.stroke.length - 1][2], one.first + each.timeStamp - one.start);
        one.stroke.push([at.x, at.y, time]);
        if (one.mirror) one.mirror.push([...mirrored(at), time]);
      }
      drawPaths();
    }

    function endStroke(event) {
      const one = live && live.get(event.pointerId);
      if (!one) return;
      goOn(event);
      live.delete(event.pointerId);
      if (live.size) return;
      live = null;
      strokes.end = event.timeStamp;
      // Another tap may follow, as those of a double tap and of a sequence do.
      if (!$('together').checked) { judge(); timer = setTimeout(judge, 1600); }
    }

    function drawPaths() {
      const box = $('paths');
      if (!box) return;
      box.replaceChildren(...strokes.map((stroke, index) => {
        const dots = stroke.map(([x, y]) => x.toFixed(2) + ',' + y.toFixed(2));
        if (dots.length === 1) dots.push((stroke[0][0] + .01).toFixed(2) + ',' + stroke[0][1].toFixed(2));
        return svg('polyline', {class: 'stroke f' + index % 5, points: dots.join(' ')});
      }));
    }

    async function judge() {
      if (!strokes.length || live) return;
      lastDrawing = {do: 'draw', screen: screenName, strokes: strokes.map(stroke => stroke.map(([x, y, time]) =>
        [Math.round(x * 1000) / 1000, Math.round(y * 1000) / 1000, Math.round(time * 100) / 100]))};
      await judgeAgain();
    }

    async function judgeAgain() {
      if (!lastDrawing) return;
      try { showDrawing(await ask(lastDrawing)); } catch (error) { notice(error.message); }
    }

    function recognition(one) {
      return make('p', {class: 'good'}, make('button', {class: 'plain', type: 'button', text: one.gesture,
        onclick: () => choose({array: 'gesture', name: one.gesture}, true)}),
        ' recognized at ' + one.time + ' s on ' + one.view + (one.values ? ': ' + one.values : ''));
    }

    function reason(one) {
      const keys = one.keys.length ? ' (' + (one.keys.length > 1 ? 'keys ' : 'key ') + one.keys.join(', ') +
        (one.rules.length ? '; rule ' + one.rules.join(', ') : '') + ')' : one.rules.length ? ' (rule ' + one.rules.join(', ') + ')' : '';
      return make('li', {}, make('b', {text: one.gesture}), ': ' + one.sentence + keys);
    }

    function showDrawing(answer) {
      $('drawing').hidden = false;
      const box = $('result');
      box.replaceChildren();
      if (!answer.recognized.length) box.append(make('p', {class: 'bad', text: 'Nothing is recognized.'}));
      box.append(...answer.recognized.map(recognition));
      if (answer.actions.length) {
        const shown = answer.actions.slice(0, 8);
        box.append(make('p', {class: 'muted', text: 'It would run: ' + shown.join('; ') +
          (answer.actions.length > 8 ? '; …' : '')}));
      }
      if (answer.failures.length)
        box.append(make('h3', {text: 'Not recognized'}), make('ul', {class: 'why'}, ...answer.failures.map(reason)));
      if (answer.silent.length)
        box.append(make('p', {class: 'muted', text: 'No touch began these: ' + answer.silent.join(', ')}));
      for (const group of shapes.values()) group.classList.remove('hit');
      for (const one of answer.recognized) if (shapes.has(one.view)) shapes.get(one.view).classList.add('hit');
    }

    // MARK: Gestures

    const PICTURES = {
      tap: [['circle', {cx: 17, cy: 17, r: 4, class: 'dot'}], ['circle', {cx: 17, cy: 17, r: 9}]],
      'long-press': [['circle', {cx: 17, cy: 17, r: 4, class: 'dot'}], ['path', {d: 'M17 6a11 11 0 1 1-9 5'}]],
      pan: [['path', {d: 'M6 25C12 9 20 27 28 10'}], ['circle', {cx: 6, cy: 25, r: 3, class: 'dot'}]],
      swipe: [['path', {d: 'M27 17H8m6-7-7 7 7 7'}]],
      pinch: [['path', {d: 'M14 20 6 28m0-7v7h7M20 14l8-8m-7 0h7v7'}]],
      rotation: [['path', {d: 'M27 17a10 10 0 1 1-4-8m0-5v6h-6'}]],
      'edge-pan': [['path', {d: 'M4 4v26M8 17h19m-6-6 6 6-6 6'}]],
      tickle: [['path', {d: 'M5 22 11 10l5 12 6-12 6 12'}]],
      stroke: [['path', {d: 'M7 27c0-24 20-24 20-8s-14 12-12 2'}]],
      sequence: [['circle', {cx: 8, cy: 8, r: 3, class: 'dot'}], ['circle', {cx: 26, cy: 8, r: 3, class: 'dot'}],
        ['circle', {cx: 26, cy: 26, r: 3, class: 'dot'}], ['circle', {cx: 8, cy: 26, r: 3, class: 'dot'}],
        ['path', {d: 'M12 8h10M26 12v10M22 26H12'}]],
      slider: [['path', {d: 'M17 5v24'}], ['path', {d: 'M10 13h14'}]],
      two: [['circle', {cx: 11, cy: 17, r: 4, class: 'dot'}], ['circle', {cx: 23, cy: 17, r: 4, class: 'dot'}]],
      double: [['circle', {cx: 17, cy: 17, r: 3, class: 'dot'}], ['circle', {cx: 17, cy: 17, r: 7}], ['circle', {cx: 17, cy: 17, r: 12}]],
      other: [['path', {d: 'M8 17h18M17 8v18'}]],
    };
    const CARD_PICTURES = {'double-tap': 'double', 'two-finger-tap': 'two', edge: 'edge-pan', pages: 'swipe', corners: 'sequence'};
    const TURNS = {'swipe-right': 180, 'swipe-up': 90, 'swipe-down': 270};

    function picture(name, turn) {
      const shape = PICTURES[name] || PICTURES.other;
      return svg('svg', {class: 'pic', viewBox: '0 0 34 34', 'aria-hidden': 'true'},
        svg('g', turn ? {transform: 'rotate(' + turn + ' 17 17)'} : {}, ...shape.map(([kind, options]) => svg(kind, options))));
    }

    function drawCards() {
      $('cards').replaceChildren(...cards.map(card => {
        const base = card.card.startsWith('swipe') ? 'swipe' : CARD_PICTURES[card.card] || card.card;
        return make('button', {class: 'card', type: 'button', 'data-card': card.card, onclick: async () => {
          const names = new Set(state.gestures.map(gesture => gesture.name));
          const view = chosen && chosen.array === 'view' ? chosen.name : null;
          const answer = await change({do: 'add-card', card: card.card, name: null, view});
          if (!answer) return;
          const added = state.gestures.filter(gesture => !names.has(gesture.name));
          if (added.length) choose({array: 'gesture', name: added[added.length - 1].name}, true);
        }}, picture(base, TURNS[card.card]), make('b', {text: card.title}), make('small', {text: card.summary}));
      }));
    }

    function drawGestures() {
      if (!state.gestures.length)
        return $('gestures').replaceChildren(make('li', {class: 'muted', text: 'None yet: add one from the cards below.'}));
      const most = 300;
      $('gestures').replaceChildren(...state.gestures.slice(0, most).map(gesture => {
        const is = chosen && chosen.array === 'gesture' && chosen.name === gesture.name;
        const where = gesture.views.length ? gesture.views.join(', ') : 'the whole screen';
        const what = gesture.actions.length ? ' → ' + gesture.actions[0] + (gesture.actions.length > 1 ? ', …' : '') : '';
        const problems = remarksOf({array: 'gesture', name: gesture.name}).filter(remark => remark.severity !== 'note');
        const slides = gesture.written && gesture.written.slider === 'true';
        return make('li', {}, make('button', {class: 'row', type: 'button', 'aria-current': is ? 'true' : undefined,
          'data-gesture': gesture.name, onclick: () => choose({array: 'gesture', name: gesture.name})},
          picture(slides ? 'slider' : gesture.kind),
          make('span', {class: 'what'}, gesture.name,
            make('small', {text: gesture.kind + (gesture.off ? ', off' : '') + ' on ' + where + shorten(what, 60)}),
            problems.length ? make('small', {class: 'warn', text: problems[0].message}) : null)));
      }));
      if (state.gestures.length > most)
        $('gestures').append(make('li', {class: 'muted', text: 'and ' + (state.gestures.length - most) + ' more: the text has them'}));
    }

    function warnings(item) {
      return remarksOf(item).map(remark => make('p', {class: 'warning ' + remark.severity, text: remark.message}));
    }

    function drawChosen() {
      const box = $('chosen');
      if (!chosen) {
        $('chosen-title').textContent = 'Nothing is chosen';
        return box.replaceChildren(make('p', {class: 'muted', text: 'Choose a view on the screen, or a gesture in the list.'}));
      }
      $('chosen-title').textContent = (chosen.array === 'view' ? 'View ' : 'Gesture ') + chosen.name;
      if (chosen.array === 'view') drawView(box); else drawGesture(box, gestureNamed(chosen.name));
    }

    function removal() {
      return make('button', {type: 'button', text: 'Remove', onclick: () => {
        const item = chosen;
        chosen = null;
        change({do: 'remove', array: item.array, name: item.name}).then(answer => { if (!answer) choose(item); });
      }});
    }

    function drawView(box) {
      const view = viewNamed(chosen.name);
      if (!view) return box.replaceChildren(make('p', {class: 'muted', text: 'This view is on another screen.'}));
      const names = ['Left', 'Top', 'Width', 'Height'];
      const fields = names.map((name, index) => {
        const id = 'frame-' + index;
        return make('div', {class: 'field'}, make('label', {for: id, text: name + ' in mm'}),
          make('input', {id, type: 'text', inputmode: 'decimal', value: String(round(view.frame[index])), onchange: event => {
            const number = Number(event.target.value.replace(',', '.'));
            if (!Number.isFinite(number)) return drawChosen();
            view.frame[index] = number;
            move(view);
          }}));
      });
      const own = state.gestures.filter(gesture => gesture.views.includes(view.name));
      box.replaceChildren(...warnings(chosen), make('div', {class: 'fields'}, ...fields),
        make('p', {class: 'muted', text: own.length ? 'Its gestures: ' + own.map(gesture => gesture.name).join(', ')
          : 'It has no gesture yet: add one from a card.'}), removal());
    }

    const plain = toml => /^"([^"\\]*)"$/.test(toml) ? toml.slice(1, -1) : /^'[^']*'$/.test(toml) ? toml.slice(1, -1) : toml;
    const numberOf = text => { const match = /^([0-9]+(?:\.[0-9]+)?)(.*)$/.exec(text); return match ? [Number(match[1]), match[2]] : null; };
    const VERBS = ['key', 'shell', 'log', 'sound', 'mode', 'unit', 'focus', 'led', 'backlight'];

    function drawGesture(box, gesture) {
      const written = gesture.written || {};
      const nodes = [...warnings(chosen)];
      if (!gesture.written) nodes.push(make('p', {class: 'muted', text: 'It is written in a way that only the text below can change.'}));
      const fields = (kinds[gesture.kind] || []).map((guide, index) => field(gesture, guide, written[guide.key], index));
      nodes.push(actionField(gesture));
      for (const key of ['view', 'starts_at', 'ends_at', 'requires_failure_of', 'simultaneous_with'])
        if (written[key] !== undefined) fields.push(field(gesture,
          {key, summary: '', takes: 'as in the text', standard: '', choices: [], tunable: false}, written[key], key));
      nodes.push(make('div', {class: 'fields'}, ...fields), removal());
      box.replaceChildren(...nodes);
    }

    function actionField(gesture) {
      const verb = make('select', {id: 'verb', 'aria-label': 'What the action does'}, ...VERBS.map(name =>
        make('option', {text: name, value: name, selected: name === (gesture.verb || 'key')})));
      const object = make('input', {id: 'object', type: 'text', value: gesture.object || '', placeholder: 'such as pagedown',
        'aria-label': 'The object of the action'});
      const other = gesture.hasAction && !gesture.verb;
      return make('div', {class: 'fields'}, make('div', {class: 'field'}, make('span', {class: 'label', text: 'Action'}), make('span'),
        other ? make('p', {class: 'muted', text: 'Runs ' + gesture.actions.join('; ') + '. The text below changes it.'})
          : make('div', {class: 'full'}, verb, object, make('button', {type: 'button', id: 'act', text: 'Set', onclick: () =>
            change({do: 'act', gesture: gesture.name, verb: verb.value, object: object.value})}))));
    }

    function field(gesture, guide, value, number) {
      const id = 'key-' + number, isSet = value !== undefined;
      const text = plain(isSet ? value : guide.standard), set = value => ({do: 'set', gesture: gesture.name, key: guide.key, value});
      const about = guide.summary + (guide.standard ? (guide.summary ? '; ' : '') + 'default: ' + plain(guide.standard) : '');
      const label = make('label', {for: id, text: guide.key});
      const off = isSet ? make('button', {type: 'button', class: 'plain', text: 'Default',
        'aria-label': 'Default for ' + guide.key, onclick: () => change(set(null))}) : null;
      let input, range = null;
      if (guide.choices.length) {
        input = make('select', {id, 'data-key': guide.key, onchange: event => change(set(event.target.value))},
          ...guide.choices.map(choice => make('option', {text: choice, value: choice, selected: choice === text})));
      } else {
        input = make('input', {id, type: 'text', 'data-key': guide.key, value: text, onchange: event => change(set(event.target.value))});
        const parts = guide.tunable && numberOf(text), base = guide.tunable && numberOf(plain(guide.standard));
        if (parts && parts[0] > 0) {
          const unit = parts[1], start = base && base[1] === unit ? base[0] : parts[0];
          const most = unit === '' && start <= 1 ? 1 : parts[0] < start * 4 ? start * 4 : parts[0] * 2;
          const step = most > 100 ? 1 : most > 10 ? .5 : most > 1 ? .1 : .01;
          let sent = null;
          const send = async () => {
            const next = range.value + unit;
            if (next === sent) return;
            sent = next;
            await change(set(next), true);
          };
          let waiting = null;
          range = make('input', {type: 'range', min: 0, max: most, step, value: parts[0], 'aria-label': guide.key + ', slider',
            'aria-valuetext': text, 'data-range': guide.key, oninput: () => {
              input.value = range.value + unit;
              range.setAttribute('aria-valuetext', input.value);
              // At most one request at a time; the last value always arrives.
              if (!waiting) waiting = setTimeout(() => { waiting = null; send(); }, 120);
            }, onchange: async () => {
              clearTimeout(waiting);
              waiting = null;
              await send();
              // At its end the slider gets a longer range, and the value may now be removed.
              drawChosen();
              const same = document.querySelector('[data-range="' + guide.key + '"]');
              if (same) same.focus({preventScroll: true});
            }});
        }
      }
      return make('div', {class: 'field'}, label, make('span', {}, input, off), range, make('p', {class: 'muted'}, ...worded(about)));
    }

    // MARK: Warnings, text, outcomes

    function drawRemarks() {
      if (!state.remarks.length) return $('remarks').replaceChildren(make('li', {class: 'muted', text: 'None.'}));
      $('remarks').replaceChildren(...state.remarks.slice(0, 100).map(remark => make('li', {},
        make('div', {class: 'warning ' + remark.severity}, make('b', {text: remark.severity + ', line ' + remark.line + ': '}),
          remark.message, remark.name ? make('button', {class: 'plain', type: 'button', text: remark.name,
            onclick: () => { if (exists(remark)) choose({array: remark.array, name: remark.name}, true); }}) : null))));
    }

    function drawText() {
      if (part >= state.parts.length) part = 0;
      $('parts-label').hidden = state.parts.length < 2;
      $('parts').replaceChildren(...state.parts.map((one, index) =>
        make('option', {text: one.path, value: index, selected: index === part})));
      if (!textDirty && $('text').value !== state.parts[part].text) $('text').value = state.parts[part].text;
      $('apply').disabled = !textDirty;
    }

    let refreshTimer = null;
    function refresh() {
      clearTimeout(refreshTimer);
      refreshTimer = setTimeout(async () => {
        judgeAgain();
        if (outcomesFor === state.version) return;
        try {
          const answer = await ask({do: 'outcomes'});
          outcomesFor = answer.version;
          showOutcomes(answer);
        } catch (error) { notice(error.message); }
      }, 60);
    }

    function tags(names, none) {
      return names.length ? names.map(name => make('span', {class: 'tag', text: name})) : [make('span', {class: 'muted', text: none})];
    }

    function counted(names) {
      const result = [];
      for (const name of names) {
        const last = result[result.length - 1];
        if (last && last[0] === name) last[1]++; else result.push([name, 1]);
      }
      return result.map(([name, count]) => count > 1 ? name + ' × ' + count : name);
    }

    function showOutcomes(answer) {
      const box = $('outcomes');
      box.replaceChildren();
      if (answer.problem) box.append(make('p', {class: 'warning error', text: answer.problem}));
      for (const one of answer.recordings) {
        const now = one.recognized.map(each => each.gesture);
        const row = make('div', {class: 'result', 'data-recording': one.name, 'data-outcome': now.join(' ')},
          make('p', {}, make('b', {text: one.name.split('/').pop()}), ' ',
            one.changed ? make('span', {class: 'tag warn', text: 'changed'}) : null),
          one.changed ? make('p', {class: 'was'}, 'before: ' + (counted(one.before).join(', ') || 'nothing')) : null,
          make('p', {class: now.length ? 'good' : ''}, ...tags(counted(now), 'nothing is recognized')));
        if (one.failures.length) row.append(make('details', {}, make('summary', {class: 'muted', text: 'Why the others are not'}),
          make('ul', {class: 'why'}, ...one.failures.map(reason))));
        box.append(row);
      }
      const failed = answer.cases.filter(one => !one.passed).length;
      if (answer.cases.length) box.append(make('p', {class: failed ? 'bad' : 'good',
        text: answer.cases.length - failed + ' of ' + answer.cases.length + ' cases pass'}));
      for (const one of answer.cases) box.append(make('div', {class: 'result', 'data-case': one.name},
        make('p', {}, make('span', {class: 'tag ' + (one.passed ? 'good' : 'bad'), text: one.passed ? 'passes' : 'fails'}), one.name),
        one.misses.length ? make('ul', {class: 'why'}, ...one.misses.map(miss => make('li', {}, ...worded(miss)))) : null));
      if (!answer.recordings.length && !answer.cases.length && !answer.problem)
        box.append(make('p', {class: 'muted', text: 'None: tickle edit --recordings FILE … shows recordings, and NAME.test.toml has cases.'}));
    }

    // MARK: Saving

    async function showDifference() {
      try {
        await applyText();
        const answer = await ask({do: 'difference'});
        $('difference').replaceChildren(...answer.parts.flatMap(one => [make('div', {class: 'path', text: one.path}),
          ...one.lines.map(line => make('div', {class: 'line' + (line.sign === '+' ? ' plus' : line.sign === '-' ? ' minus' : '')},
            make('span', {class: 'n', text: line.sign === '…' ? '' : String(line.number)}), make('span', {text: line.sign}),
            make('span', {text: line.text})))]));
        if (!answer.valid) $('difference').prepend(make('p', {class: 'warning error',
          text: 'The text has errors. A daemon that reads it keeps its old configuration.'}));
        $('dialog').dataset.version = answer.version;
        $('dialog').showModal();
      } catch (error) { notice(error.message); }
    }

    $('write').addEventListener('click', async () => {
      const version = Number($('dialog').dataset.version);
      $('dialog').close();
      if (await change({do: 'save', version})) notice('Written.', true);
    });
    $('cancel').addEventListener('click', () => $('dialog').close());

    // MARK: Buttons

    $('save').addEventListener('click', showDifference);
    $('undo').addEventListener('click', () => change({do: 'undo'}));
    $('redo').addEventListener('click', () => change({do: 'redo'}));
    $('arrange').addEventListener('click', () => setMode('arrange'));
    $('draw').addEventListener('click', () => setMode('draw'));
    $('together').addEventListener('change', () => { strokes = []; setMode('draw'); });
    $('play').addEventListener('click', judge);
    $('clear').addEventListener('click', () => {
      strokes = [];
      lastDrawing = null;
      $('drawing').hidden = true;
      drawScreen();
    });
    $('screens').addEventListener('change', event => { screenName = event.target.value; draw(); });
    $('parts').addEventListener('change', async event => {
      const next = Number(event.target.value);
      try { await applyText(); } catch (error) { notice(error.message); }
      part = next;
      drawText();
    });
    $('text').addEventListener('input', () => { textDirty = true; $('apply').disabled = $('save').disabled = false; });
    $('apply').addEventListener('click', () => applyText().catch(error => notice(error.message)));
    $('add-view').addEventListener('click', async () => {
      const names = new Set(screen().views.map(view => view.name)), current = screen();
      const frame = [current.width * .3, current.height * .3, current.width * .4, current.height * .4].map(round);
      if (!await change({do: 'add-view', name: 'view', screen: screenName, frame})) return;
      const added = screen().views.find(view => !names.has(view.name));
      if (!added) return;
      setMode('arrange');
      choose({array: 'view', name: added.name});
      shapes.get(added.name).focus();
    });
    $('done').addEventListener('click', async () => {
      if (state && state.changed && !confirm('Changes that were not saved are lost. End the editor?')) return;
      try { await ask({do: 'done'}); } catch (error) { /* It has ended before. */ }
      ended = true;
      document.body.replaceChildren(make('main', {class: 'ended'}, make('h1', {text: 'The editor has ended.'}),
        make('p', {class: 'muted', text: 'This page can be closed.'})));
    });
    document.addEventListener('keydown', event => {
      if (!(event.ctrlKey || event.metaKey) || event.target.matches('input,textarea')) return;
      if (event.key === 'z' && !event.shiftKey) { event.preventDefault(); change({do: 'undo'}); }
      if (event.key === 'y' || event.key === 'Z') { event.preventDefault(); change({do: 'redo'}); }
      if (event.key === 's') { event.preventDefault(); if (state && state.changed) showDifference(); }
    });
    addEventListener('beforeunload', event => { if (!ended && state && (state.changed || textDirty)) event.preventDefault(); });
    setInterval(() => { if (!ended) ask({do: 'stay'}).catch(() => {}); }, 20000);

    history.replaceState(null, '', location.pathname);
    ask({do: 'open'}).then(answer => {
      ({cards, kinds} = answer);
      drawCards();
      take(answer);
      setMode('arrange');
    }).catch(error => notice(error.message));
    })();

    """#
}
