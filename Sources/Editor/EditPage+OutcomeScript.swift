extension EditPage {
  /// The end of the script: warnings, the text, outcomes, saving, and what buttons do.
  static let outcomeScript: StaticString = #"""
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
