extension EditPage {
  /// The beginning of the script: requests, the screen with its views, drawn hands.
  static let screenScript: StaticString = #"""
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

    let shapes = new Map();

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

    """#
}
