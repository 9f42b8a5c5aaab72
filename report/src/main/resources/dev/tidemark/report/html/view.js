'use strict';
// How the page is looked at: columns, repeats, order, axes, zoom. All of it stands in the address, so that a link shows
// the same: in the query where a server has made the page (which then is shown so from the beginning, and without
// scripts, too), in the fragment of a file.
const page = (() => {
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const source = document.getElementById('data');
  // A page with comparisons alone has no data of a report.
  const data = source ? JSON.parse(source.textContent) : {usual: {columns: [], settings: 0}, curves: [], kinds: [],
    quantiles: [], shown: [], traces: []};
  const inFile = !source || source.dataset.address === 'fragment';
  const usual = Object.assign({objective: '', repeats: 'folded', sort: '', over: 'time', x: '', lines: '', y: '',
    from: '', to: ''}, data.usual);
  const controls = name => all('[form="view"][name="' + name + '"]');
  const choices = name => controls(name).flatMap(c => c.options ? Array.from(c.options).map(o => o.value) : [c.value]);
  const same = (a, b) => a.length === b.length && a.every(x => b.includes(x));
  const state = Object.assign({}, usual);
  const listeners = [];
  // Where a file's policy asks for it: a text is never made into HTML. The chart library empties its elements that way.
  if (inFile && window.trustedTypes) trustedTypes.createPolicy('default', {createHTML: text => text === '' ? '' : null});
  document.documentElement.classList.add('scripted');

  // Tables. Columns are hidden by rules of a style sheet, which costs the same however many rows there are.
  const table = document.querySelector('#table table');
  const heads = within => all('thead th', within);
  const chosen = all('table').filter(t => t.querySelector('th[data-name]'));
  const rules = new CSSStyleSheet();
  function showColumns() {
    const known = choices('columns');
    rules.replaceSync(chosen.flatMap((t, at) => {
      t.dataset.columns = at;
      const hidden = heads(t).map((th, i) => [th.dataset.name, i]).filter(([name, i]) => i && name && known.includes(name)
        && !state.columns.includes(name)).map(([, i]) => 'table[data-columns="' + at + '"] tr > :nth-child(' + (i + 1) + ')');
      return hidden.length ? [hidden.join(',') + '{display:none}'] : [];
    }).join('\n'));
    controls('columns').forEach(box => { box.checked = box.disabled || state.columns.includes(box.value); });
    const count = controls('columns').filter(box => box.checked).length;
    all('.columns > summary').forEach(s => { s.textContent = 'Columns (' + count + ' of ' + known.length + ')'; });
  }
  const compare = (a, b) => {
    const x = Number(a), y = Number(b);
    if (a === '' || b === '') return (a === '') - (b === '');
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b) : x - y;
  };
  // Repeats stay below the row that they are folded in.
  function arrange(t, order) {
    const after = new Map();
    let row = null;
    all('tbody tr', t).forEach(tr => {
      if (tr.classList.contains('run')) { after.get(row).push(tr); } else { row = tr; after.set(row, []); }
    });
    t.tBodies[0].append(...Array.from(after.keys()).sort(order).flatMap(tr => [tr, ...after.get(tr)]));
  }
  function sort(t, column, down) {
    heads(t).forEach((h, i) => i === column ? h.setAttribute('aria-sort', down ? 'descending' : 'ascending')
      : h.removeAttribute('aria-sort'));
    const key = row => row.cells[column].dataset.key;
    arrange(t, (p, q) => key(p) === '' || key(q) === '' ? compare(key(p), key(q))
      : (down ? -1 : 1) * compare(key(p), key(q)));
  }
  const ranked = table ? new Map(all('tbody tr:not(.run)', table).map((tr, i) => [tr, i])) : new Map();
  function showOrder() {
    if (!table) return;
    const down = state.sort.startsWith('-') && !choices('columns').includes(state.sort);
    const column = heads(table).findIndex(th => th.dataset.name === (down ? state.sort.slice(1) : state.sort));
    if (state.sort && column >= 0) {
      sort(table, column, down);
    } else {
      heads(table).forEach(h => h.removeAttribute('aria-sort'));
      arrange(table, (p, q) => ranked.get(p) - ranked.get(q));
    }
    controls('sort').forEach(select => {
      if (!Array.from(select.options).some(o => o.value === state.sort)) {
        const title = heads(table)[column].querySelector('.head').textContent;
        select.add(new Option(title + (down ? ', downwards' : ', upwards'), state.sort));
      }
      select.value = state.sort;
    });
  }
  function click(t, column, th) {
    const down = th.getAttribute('aria-sort') === 'ascending';
    if (t === table && th.dataset.name) set({sort: (down ? '-' : '') + th.dataset.name});
    else sort(t, column, down);
  }
  all('table.sortable').forEach(t => heads(t).forEach((th, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...th.childNodes);
    button.addEventListener('click', () => click(t, column, th));
    th.append(button);
  }));
  // The repeats of a row, from the table of every iteration.
  function unfold() {
    const raw = document.querySelector('#raw table');
    const names = heads(raw).map(th => th.dataset.name);
    // What has no name is of the rows alone, as their durability.
    const from = heads(table).map(th => th.dataset.name ? names.indexOf(th.dataset.name) : -1);
    const byId = new Map(all('tbody tr', raw).map(tr => [tr.cells[0].dataset.key, tr]));
    const rows = all('tr[data-runs]', table);
    if (!inFile && rows.some(row => row.dataset.runs.split(' ').some(id => !byId.has(id)))) return ask();
    rows.forEach(row => row.after(...row.dataset.runs.split(' ').map(id => byId.get(id))
      .filter(run => run).map(run => {
        const tr = document.createElement('tr');
        tr.className = 'run';
        tr.title = 'iteration ' + run.cells[0].dataset.key;
        from.forEach((column, i) => {
          const td = tr.insertCell();
          td.className = row.cells[i].className;
          const text = i >= usual.settings ? column < 0 ? '' : run.cells[column].textContent
            : i ? '' : 'round ' + run.cells[1].textContent;
          td.textContent = text;
          td.dataset.key = text;
        });
        return tr;
      })));
  }
  function showRepeats() {
    if (!table) return;
    const apart = state.repeats === 'apart';
    controls('repeats').forEach(box => { box.checked = apart; });
    if (apart && !table.querySelector('tr.run')) unfold();
    if (!apart) all('tr.run', table).forEach(tr => tr.remove());
  }

  // The address.
  function address() {
    const parts = [];
    const put = (name, text) => parts.push(name + '=' + text);
    const word = encodeURIComponent;
    if (state.objective) put('objective', word(state.objective));
    if (!same(state.columns, usual.columns)) {
      if (state.columns.some(name => name.includes(','))) state.columns.forEach(name => put('columns', word(name)));
      else put('columns', state.columns.map(word).join(','));
    }
    ['repeats', 'sort'].forEach(name => { if (state[name] !== usual[name]) put(name, word(state[name])); });
    const axes = state.x !== usual.x || state.lines !== usual.lines;
    ['x', 'lines'].forEach(name => { if (axes) put(name, word(state[name])); });
    ['y', 'over', 'from', 'to'].forEach(name => { if (state[name] !== usual[name]) put(name, word(state[name])); });
    return parts.join('&');
  }
  function write() {
    const now = address();
    const note = document.getElementById('chosen');
    if (note) note.hidden = !now;
    const here = location.pathname + location.search;
    history.replaceState(null, '', inFile ? (now ? here + '#' + now : here)
      : location.pathname + (now ? '?' + now : '') + location.hash);
  }
  // Of very many rows, and measures of these, a page has only some; the server has them all.
  const ask = () => { location.search = address(); };
  const embedded = name => !data.points || !data.points.measures || data.points.measures.some(m => m.name === name);
  function near(typed, names) {
    const distance = (a, b) => {
      let row = Array.from({length: b.length + 1}, (_, j) => j);
      for (let i = 1; i <= a.length; i++) {
        row = row.reduce((next, above, j) => next.concat(j === 0 ? i : Math.min(above + 1, next[j - 1] + 1,
          row[j - 1] + (a[i - 1] !== b[j - 1]))), []);
      }
      return row[b.length];
    };
    const best = names.map(name => [distance(typed.toLowerCase(), name.toLowerCase()), name]).sort((p, q) => p[0] - q[0])[0];
    return best && best[0] <= Math.max(2, typed.length / 3) ? " (did you mean '" + best[1] + "'?)" : '';
  }
  const kinds = {columns: 'column', sort: 'column', x: 'setting that varies', lines: 'setting that varies', y: 'measure',
    over: 'choice', repeats: 'choice'};
  // What the fragment asks for, or a line that says what is wrong with it.
  function asked(text) {
    const found = Object.assign({}, usual, {columns: []});
    const known = choices('columns');
    const check = (part, name, names) => {
      if (!names.includes(name)) throw new Error(part + ': there is no ' + kinds[part] + " '" + name + "'" + near(name, names));
      return name;
    };
    for (const [part, value] of new URLSearchParams(text)) {
      if (!(part in usual) || part === 'settings') {
        throw new Error("a report's address: there is no part '" + part + "'" + near(part, Object.keys(kinds)));
      } else if (part === 'columns') {
        (known.includes(value) ? [value] : value.split(',')).forEach(name => found.columns.push(check(part, name, known)));
      } else if (part === 'sort') {
        check(part, known.includes(value) ? value : value.replace(/^-/, ''), known);
        found.sort = value;
      } else if (part === 'from' || part === 'to') {
        if (!/^[0-9]{1,18}(\.[0-9]{1,9})?$/.test(value)) throw new Error(part + ": '" + value + "' is no number, such as 12.5");
        found[part] = value;
      } else if (part === 'objective') {
        throw new Error('objective: a file is ranked by what it was written with');
      } else {
        found[part] = check(part, value, part === 'repeats' ? ['folded', 'apart'] : choices(part));
      }
    }
    if (!found.columns.length) found.columns = usual.columns;
    if (found.x && found.x === found.lines) found.lines = usual.x === found.x ? usual.lines : usual.x;
    if (!found.from !== !found.to || +found.from > +found.to) throw new Error('from and to go together, the smaller one first, as in from=10&to=30');
    return found;
  }
  function follow() {
    const text = location.hash.slice(1);
    if (!inFile || !source || !text.includes('=')) return;
    const line = document.getElementById('astray');
    try {
      Object.assign(state, asked(text));
      line.hidden = true;
    } catch (e) {
      line.textContent = e.message[0].toUpperCase() + e.message.slice(1) + '.';
      line.hidden = false;
    }
  }

  // Choosing.
  function show() {
    showColumns();
    showRepeats();
    showOrder();
    ['x', 'lines', 'y', 'over'].forEach(name => controls(name).forEach(select => { select.value = state[name]; }));
    listeners.forEach(told => told());
  }
  function set(changes) {
    const before = Object.assign({}, state);
    Object.assign(state, changes);
    if (state.x && state.x === state.lines) {
      if (changes.x) state.lines = before.x;
      else if (before.lines === 'none') state.lines = 'none';
      else state.x = before.lines;
    }
    if (state.over !== before.over) Object.assign(state, {from: '', to: ''});
    const cut = data.cut && (state.sort !== before.sort || state.repeats !== before.repeats);
    if (!inFile && (cut || !embedded(state.y))) {
      ask();
      return;
    }
    write();
    show();
  }
  if (source) {
    const value = (name, otherwise) => controls(name).length ? controls(name)[0].value : otherwise;
    const hidden = all('th[hidden], td[hidden]');
    if (hidden.length || data.chosen) state.columns = controls('columns').filter(box => box.checked).map(box => box.value);
    hidden.forEach(cell => cell.removeAttribute('hidden'));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    ['x', 'lines', 'y', 'over', 'sort'].forEach(name => { state[name] = value(name, usual[name]); });
    if (controls('repeats').some(box => box.checked)) state.repeats = 'apart';
    if (data.stretch) [state.from, state.to] = data.stretch.map(String);
    // In a rank that the server has sorted away, the rows are put back by what they were.
    if (data.ranks) { let at = 0; for (const tr of ranked.keys()) ranked.set(tr, data.ranks[at++]); }
    all('[name="objective"]').forEach(select => {
      state.objective = select.dataset.asked;
      if (inFile) select.closest('label').remove();
      else select.addEventListener('change', () => { state.objective = select.value; location.search = address(); });
    });
    if (inFile) controls('y').forEach(select => Array.from(select.options).filter(o => !embedded(o.value)).forEach(o => o.remove()));
    controls('columns').forEach(box => box.addEventListener('change', () => {
      set({columns: controls('columns').filter(b => b.checked).map(b => b.value)});
    }));
    controls('repeats').forEach(box => box.addEventListener('change', () => set({repeats: box.checked ? 'apart' : 'folded'})));
    ['sort', 'x', 'lines', 'y', 'over'].forEach(name => controls(name).forEach(select => {
      select.addEventListener('change', () => set({[name]: select.value}));
    }));
    all('.columns > div').forEach(box => {
      const row = document.createElement('p');
      [['All', choices('columns')], ['The usual ones', usual.columns]].forEach(([text, columns]) => {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = text;
        button.addEventListener('click', () => set({columns}));
        row.append(button);
      });
      box.prepend(row);
    });
    document.getElementById('reset').addEventListener('click', event => {
      event.preventDefault();
      if (state.objective) location.assign(location.pathname);
      else set(Object.assign({}, usual));
    });
    follow();
    if (inFile) addEventListener('hashchange', () => { follow(); write(); show(); });
    document.getElementById('chosen').hidden = !address();
    show();
  }
  // What is changed where it is shown already, many times a second.
  let waiting = 0;
  function keep(changes) {
    Object.assign(state, changes);
    clearTimeout(waiting);
    waiting = setTimeout(write, 200);
  }
  return {all, data, state, keep, listen: told => listeners.push(told)};
})();
