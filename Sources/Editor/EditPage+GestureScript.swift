extension EditPage {
  /// The part of the script for gestures: cards, the list, the fields of the one that is chosen.
  static let gestureScript: StaticString = #"""
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
    const VERBS = ['key', 'text', 'shell', 'log', 'sound', 'mode', 'unit', 'focus', 'led', 'backlight'];

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

    """#
}
