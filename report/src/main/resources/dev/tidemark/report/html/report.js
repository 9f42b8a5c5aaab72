(() => {
  const root = document.documentElement;
  const {all, data, state} = page;
  const read = (id, otherwise) => JSON.parse((document.getElementById(id) || {textContent: otherwise}).textContent);
  const pairs = read('pairs', '[]');
  const token = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const preferred = matchMedia('(prefers-color-scheme: dark)');

  // Charts.
  const series = i => token('s' + (i % 8 + 1));
  // Text in a series' colour, moved towards the ink until it can be read on the page.
  const channels = colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
  const text = colour => {
    const ink = channels(token('ink'));
    return 'rgb(' + channels(colour).map((c, i) => Math.round(0.6 * c + 0.4 * ink[i])).join(',') + ')';
  };
  const faint = colour => {
    const page = channels(token('page'));
    return 'rgb(' + channels(colour).map((c, i) => Math.round(0.35 * c + 0.65 * page[i])).join(',') + ')';
  };
  const dashes = ['solid', [6, 3], [2, 2], [8, 3, 2, 3], [12, 4], [4, 6]];
  const symbols = ['circle', 'rect', 'triangle', 'diamond', 'emptyCircle', 'emptyRect'];
  const short = n => {
    const a = Math.abs(n);
    if (a >= 1e6) return +(n / 1e6).toPrecision(3) + 'M';
    if (a >= 1e4) return +(n / 1e3).toPrecision(3) + 'k';
    return String(+n.toPrecision(4));
  };
  const axis = more => Object.assign({
    axisLine: {show: false}, axisTick: {show: false}, nameTextStyle: {color: token('ink-soft'), fontSize: 12},
    axisLabel: {color: token('ink-soft'), fontSize: 12, hideOverlap: true},
    splitLine: {lineStyle: {color: token('line')}}, minorSplitLine: {show: false}
  }, more);
  // Quotes in the font's name would break the SVG that is saved, where it stands in an attribute.
  const base = more => Object.assign({
    animation: false, textStyle: {fontFamily: getComputedStyle(document.body).fontFamily.replace(/"/g, '')},
    aria: {enabled: false},
    tooltip: {trigger: 'axis', confine: true, backgroundColor: token('page'), borderColor: token('line'),
      textStyle: {color: token('ink'), fontSize: 13}, axisPointer: {lineStyle: {color: token('ink-soft')}},
      extraCssText: 'box-shadow:none'}
  }, more);
  // The name of a line stands at its end, moved down or up where another's is; what lines have in common is not repeated
  // where there is no room for it.
  const DIRECT = 8;
  // Long names differ at their ends as often as at their beginnings. @param room in pixels
  function cut(name, room) {
    const most = Math.max(5, Math.floor(room / 7));
    return name.length <= most ? name : name.slice(0, Math.ceil(most / 2) - 1) + '…' + name.slice(-Math.floor(most / 2));
  }
  function named(names, width) {
    const room = Math.max(48, Math.min(240, width * 0.4)), wide = list => Math.max(0, ...list.map(n => n.length)) * 7 + 24;
    const words = names.map(n => n.split(' '));
    const common = names.length > 1 ? words[0].findIndex((w, i) => !words.every(other => other.length > i + 1 && other[i] === w)) : 0;
    const brief = (wide(names) > room ? words.map(w => w.slice(common).join(' ')) : names).map(n => cut(n, room - 24));
    const direct = names.length > 1 && names.length <= DIRECT;
    return {direct, right: direct ? Math.min(wide(brief), room) : 24,
      label: (i, colour) => ({endLabel: {show: direct, formatter: () => brief[i], color: text(colour), fontSize: 12, distance: 8}})};
  }
  // Other lines than by colour alone: each has a stroke and a symbol of its own.
  const stroke = (i, colour = series(i), width = 2) => ({symbol: symbols[i % 6], itemStyle: {color: colour},
    lineStyle: {color: colour, width, type: dashes[i % 6]}});
  // A key shows strokes and symbols as they are drawn, and stands above everything else.
  const keys = (width, more) => Object.assign({top: 0, left: 0, itemWidth: 32, type: 'scroll',
    textStyle: {color: token('ink'), fontSize: 12, width: Math.max(120, width - 120), overflow: 'truncate'},
    pageTextStyle: {color: token('ink-soft')}, pageIconColor: token('accent'), pageIconInactiveColor: token('line')}, more);
  // All that the scripts show is put together here: what is appended to an element is text, whatever stands in it.
  const make = (name, type, ...parts) => {
    const element = document.createElement(name);
    if (type) element.className = type;
    element.append(...parts);
    return element;
  };
  const bold = text => make('b', '', text);
  // What a chart tells of the place that is pointed at. @param tell gives the lines, each of texts and elements; none for nothing
  const pointed = (tell, more) => Object.assign(base({}).tooltip, more, {formatter: at => {
    const lines = tell(at);
    return lines.length ? make('div', '', ...lines.map(line => make('div', '', ...[].concat(line)))) : null;
  }});
  // A point without an upper end may be larger; it has the mark that it has in tables.
  const open = p => p.length > 1 && p[p.length - 1] === null;
  const least = (p, text) => (open(p) ? '≥' : '') + text;
  // A point of a line over a setting, with the marks of its table: a percentile may be only the largest value.
  const figured = (line, i, text) => ((line.largest || [])[i] ? 'max ' : '') + least(line.points[i], text);
  const marked = p => open(p) ? {label: {show: true, formatter: plain('≥'), position: 'top', color: token('ink'), fontSize: 14}} : {};
  const placed = (x, y, p) => ({value: [x, y], ...marked(p)});
  // A label as it is: the chart library takes a text for a template, in which {b} is another text.
  const plain = text => () => text;
  /** A unit behind a number: ' ms', but '/s' without a blank. */
  const behind = unit => !unit || unit.startsWith('/') ? unit || '' : ' ' + unit;
  // Labels at the ends of lines, moved apart so that none covers another: each as near to its line as the others let it.
  // @param ys where the lines end, from the top; NaN for none; returns how far each label is moved, in pixels
  const STEP = 15;
  function spaced(ys, height) {
    const shifts = ys.map(() => 0);
    let groups = [];
    ys.map((y, i) => ({y, i})).filter(p => !Number.isNaN(p.y)).sort((p, q) => p.y - q.y || q.i - p.i).forEach(p => {
      groups.push({all: [p], top: p.y});
      // Groups that touch become one, about the middle of where its labels belong.
      while (groups.length > 1) {
        const [above, below] = groups.slice(-2);
        if (above.top + STEP * above.all.length <= below.top) break;
        const all = above.all.concat(below.all);
        groups = groups.slice(0, -2).concat({all, top: all.reduce((sum, one, n) => sum + one.y - STEP * n, 0) / all.length});
      }
    });
    groups.forEach(g => {
      const top = Math.max(0, Math.min(g.top, height - STEP * (g.all.length - 1)));
      g.all.forEach((p, n) => { shifts[p.i] = (g.all.length > 1 ? top + STEP * n : p.y) - p.y; });
    });
    return shifts;
  }
  const apart = (ends, low, high, height) => spaced(ends.map(v => v === null ? NaN : height * (1 - (v - low) / (high - low || 1))), height);
  // The same where only the chart knows how high its axes reach: once it is drawn.
  function spread(chart, option) {
    const until = option.dataZoom ? option.dataZoom[0].endValue : Infinity;
    const offsets = new Map();
    [].concat(option.grid).forEach((grid, panel) => {
      const ends = option.series.map((line, i) => ({line, i})).filter(({line}) => (line.yAxisIndex || 0) === panel
        && line.endLabel && line.endLabel.show && !line.endLabel.offset);
      if (ends.length < 2) return;
      const finder = {xAxisIndex: panel, yAxisIndex: panel};
      const ys = ends.map(({line}) => {
        const known = line.data.map((d, i) => Array.isArray(d) ? d : d && d.value ? d.value : [i, d])
          .filter(d => d[1] !== null && d[0] <= until);
        return known.length ? chart.convertToPixel(finder, known[known.length - 1])[1] : NaN;
      });
      spaced(ys, chart.getHeight() - STEP).forEach((shift, at) => offsets.set(ends[at].i, [0, shift]));
    });
    if (offsets.size) chart.setOption({series: option.series.map((line, i) => offsets.has(i) ? {endLabel: {offset: offsets.get(i)}} : {})});
  }

  // The first curve as it is chosen: one measure over one setting, a line for each value of another, the rest as in the
  // base row; what that has no value of, as in the best row that differs from it in nothing else that is kept. A row
  // without a value goes with any.
  function chosenCurve() {
    const p = data.points, find = name => p.dimensions.findIndex(d => d.name === name);
    const x = find(state.x), by = find(state.lines), m = p.measures.find(one => one.name === state.y);
    const kept = p.dimensions.map((d, i) => i).filter(i => i !== x && i !== by);
    const same = levels => row => kept.every(i => row[i] === levels[i] || row[i] < 0 || levels[i] < 0);
    const beside = p.rows.filter(same(p.base));
    const levels = p.base.map((own, i) => (beside.find(row => row[i] >= 0) || p.base)[i]), fits = same(levels);
    const at = new Map();
    p.rows.forEach((row, r) => {
      const key = row[x] + '/' + row[by];
      if (!at.has(key) && fits(row)) at.set(key, r);
    });
    const point = r => r === undefined || m.means[r] === null ? [] : m.least && m.least[r] ? [m.means[r], null]
      : !m.lows || m.lows[r] === null ? [m.means[r]] : [m.means[r], m.lows[r], m.highs[r]];
    const groups = by < 0 ? [undefined] : p.dimensions[by].levels.map((l, i) => i);
    return {title: m.title, unit: m.unit, decimals: m.decimals, dimension: state.x, levels: p.dimensions[x].levels,
      by: by < 0 ? '' : state.lines,
      kept: kept.map(i => p.dimensions[i].name + ' ' + (levels[i] < 0 ? '–' : p.dimensions[i].levels[levels[i]])).join(', '),
      lines: groups.map(g => ({name: by < 0 ? '' : state.lines + ' ' + p.dimensions[by].levels[g],
        points: p.dimensions[x].levels.map((l, i) => point(at.get(i + '/' + g))),
        largest: p.dimensions[x].levels.map((l, i) => !!m.largest && m.largest[at.get(i + '/' + g)])})).filter(l => l.points.some(q => q.length))};
  }
  // The interval behind a mean, by its ends where it reaches much farther up than down: as in the tables.
  function errorOf(p, digits) {
    const margin = p.length === 3 ? ((p[2] - p[1]) / 2).toFixed(digits) : '0';
    return !+margin ? '' : p[2] - p[0] > 1.25 * (p[0] - p[1])
      ? ' (' + +(+p[1].toPrecision(3)).toFixed(digits) + '–' + +(+p[2].toPrecision(3)).toFixed(digits) + ')' : ' ± ' + margin;
  }
  // The words around a chart, and the table behind it, follow what is drawn.
  function showCurve(box, c) {
    const figure = box.closest('figure'), title = c.title + ' over ' + c.dimension + (c.by ? ', by ' + c.by : '');
    figure.querySelector('h3').textContent = title;
    figure.querySelector('figcaption p').textContent = c.kept ? 'With ' + c.kept + '.' : '';
    box.setAttribute('aria-label', title);
    const table = figure.querySelector('.behind table');
    table.closest('.scroll').setAttribute('aria-label', title);
    const head = (text, unit, type) => {
      const parts = [make('span', 'head', text), ...(unit ? [make('small', '', unit)] : [])];
      return Object.assign(make('th', type, ...parts), {scope: 'col'});
    };
    table.tHead.rows[0].replaceChildren(head(c.dimension, '', 'word'), ...c.lines.map(l => head(l.name || c.title, c.unit, 'number')));
    table.tBodies[0].replaceChildren(...c.levels.map((level, i) => {
      const cells = c.lines.map(l => {
        const p = l.points[i], error = errorOf(p, c.decimals);
        return make('td', 'number', p.length ? figured(l, i, p[0].toFixed(c.decimals)) : '–', ...(error ? [make('i', '', error)] : []));
      });
      return make('tr', '', make('td', 'word', level), ...cells);
    }));
  }

  function curve(index, width) {
    const c = data.curves[index];
    const unit = behind(c.unit), decimals = n => n.toFixed(c.decimals);
    // An interval may reach below 0 where the figure itself cannot; the axis does not, and the table has the numbers.
    const lowest = c.lines.some(l => l.points.some(p => p[0] < 0)) ? -Infinity : 0;
    const low = p => Math.max(lowest, p[1]);
    const ends = named(c.lines.map(l => l.name), width);
    const key = c.lines.length > 1 && !ends.direct;
    const lines = [];
    c.lines.forEach((line, i) => {
      const colour = series(i);
      lines.push(Object.assign({type: 'line', name: line.name || c.title, data: line.points.map((p, x) => p.length ? placed(x, p[0], p) : null),
        symbolSize: 8, z: 3}, stroke(i), ends.label(i, colour)));
      const bars = [];
      line.points.forEach((p, x) => { if (p.length === 3) bars.push([x, low(p)], [x, p[2]], [x, null]); });
      if (bars.length) lines.push({type: 'line', name: '', data: bars, symbol: 'none', silent: true, z: 2,
        lineStyle: {color: colour, width: 1.5, opacity: 0.6}, tooltip: {show: false}});
    });
    return base({
      grid: {left: 8, right: ends.right, top: key ? 64 : 40, bottom: 32, containLabel: true},
      legend: keys(width, {show: key, data: c.lines.map(l => l.name)}),
      xAxis: axis({type: 'category', data: c.levels, name: c.dimension, nameLocation: 'middle', nameGap: 32,
        axisLabel: {color: token('ink-soft'), fontSize: 12, hideOverlap: true,
          formatter: level => cut(level, (width - 64 - ends.right) / c.levels.length - 8)},
        splitLine: {show: false}, axisLine: {show: true, lineStyle: {color: token('ink-soft')}}}),
      yAxis: axis({type: 'value', scale: true, name: c.title + unit, nameLocation: 'end',
        nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left'},
        nameTruncate: {maxWidth: width - 72}, axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}),
      tooltip: pointed(items => [c.dimension + ' ' + items[0].axisValue].concat(c.lines
        .map(l => [l, c.levels.indexOf(items[0].axisValue)]).filter(([l, x]) => l.points[x] && l.points[x].length)
        .map(([l, x]) => [(l.name || c.title) + ' ', bold(figured(l, x, decimals(l.points[x][0])) + unit),
          errorOf(l.points[x], c.decimals)]))),
      series: lines
    });
  }

  // A ramp: throughput over response time, on one axis of load, with the knee and the limit as lines.
  function ramp(index, height) {
    const r = data.ramps[index];
    const room = (height - 64) / r.panels.length;
    const grids = [], xs = [], ys = [], lines = [];
    const mark = (name, at, colour) => Object.assign({name, lineStyle: {color: token(colour), width: 1.5, type: [4, 4]},
      label: {formatter: plain(name), color: token('ink-soft'), fontSize: 12, rotate: 0,
        position: 'xAxis' in at ? 'end' : 'insideEndTop'}}, at);
    r.panels.forEach((p, i) => {
      const last = i === r.panels.length - 1;
      grids.push({left: 72, right: 24, top: 32 + i * room, height: room - 40});
      xs.push(axis({type: 'value', gridIndex: i, min: 0, name: last ? r.param : '', nameLocation: 'middle', nameGap: 28,
        axisLabel: {show: last, color: token('ink-soft'), fontSize: 12, hideOverlap: true},
        splitLine: {show: false}, axisLine: {show: true, lineStyle: {color: token('ink-soft')}}}));
      ys.push(axis({type: 'value', gridIndex: i, min: 0, name: p.title + (p.unit ? ' ' + p.unit : ''), nameLocation: 'end',
        nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left'},
        axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}));
      const marks = [];
      if (r.knee !== undefined) marks.push(mark(i ? '' : r.mark || (r.certain ? 'knee' : 'knee?'), {xAxis: r.knee}, 'accent'));
      if (i && r.limit !== undefined) marks.push(mark('limit', {yAxis: r.limit}, 'warn'));
      lines.push({type: 'line', name: p.title, xAxisIndex: i, yAxisIndex: i, data: p.points.map(x => placed(x[0], x[1], x)),
        symbol: 'circle', symbolSize: 8, itemStyle: {color: series(i)}, lineStyle: {color: series(i), width: 2}, z: 3,
        markLine: {symbol: 'none', silent: true, data: marks}});
      const bars = p.points.filter(x => x.length === 4).flatMap(x => [[x[0], Math.max(0, x[2])], [x[0], x[3]], [x[0], null]]);
      if (bars.length) lines.push({type: 'line', name: '', xAxisIndex: i, yAxisIndex: i, data: bars, symbol: 'none',
        silent: true, z: 2, lineStyle: {color: series(i), width: 1.5, opacity: 0.6}, tooltip: {show: false}});
    });
    return base({grid: grids, xAxis: xs, yAxis: ys, series: lines,
      axisPointer: {link: [{xAxisIndex: 'all'}]},
      tooltip: pointed(items => [r.param + ' ' + items[0].value[0]].concat(r.panels
        .map(p => [p, p.points.find(x => x[0] === items[0].value[0])]).filter(([, x]) => x)
        .map(([p, x]) => [p.title + ' ', bold(least(x, short(x[1])) + behind(p.unit))])))
    });
  }

  // What recall costs: a point for each number of candidates, a line for each combination of the other settings.
  function recall(width) {
    const r = data.recall, unit = behind(r.unit);
    const ends = named(r.lines.map(l => l.name), width);
    const key = r.lines.length > 1 && !ends.direct;
    const lines = [];
    r.lines.forEach((line, i) => {
      const colour = series(i);
      lines.push(Object.assign({type: 'line', name: line.name || r.title, data: line.points.map(p => ({...marked(p.response), value: [p.recall, p.response[0]], point: p})),
        symbolSize: 8, z: 3}, stroke(i), ends.label(i, colour), {markLine: i || r.least === undefined ? undefined : {symbol: 'none', silent: true, data: [{xAxis: r.least,
          lineStyle: {color: token('warn'), width: 1.5, type: [4, 4]},
          label: {formatter: plain('least recall'), color: token('ink-soft'), fontSize: 12}}]}}));
      const bars = line.points.filter(p => p.response.length === 3 && p.response[1] > 0)
        .flatMap(p => [[p.recall, p.response[1]], [p.recall, p.response[2]], [p.recall, null]]);
      if (bars.length) lines.push({type: 'line', name: '', data: bars, symbol: 'none', silent: true, z: 2,
        lineStyle: {color: colour, width: 1.5, opacity: 0.6}, tooltip: {show: false}});
    });
    return base({
      grid: {left: 8, right: ends.right, top: key ? 64 : 40, bottom: 32, containLabel: true},
      legend: keys(width, {show: key, data: r.lines.map(l => l.name)}),
      xAxis: axis({type: 'value', scale: true, name: 'Recall %', nameLocation: 'middle', nameGap: 32,
        splitLine: {show: false}, axisLine: {show: true, lineStyle: {color: token('ink-soft')}}}),
      yAxis: axis({type: 'log', name: r.title + unit, nameLocation: 'end',
        nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left'},
        axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}),
      tooltip: pointed(({seriesName, data: {point}}) => !point ? [] : [seriesName, 'candidates ' + point.candidates,
        ['recall ', bold(point.recall.toFixed(2) + ' %')],
        [r.title + ' ', bold(least(point.response, point.response[0].toFixed(r.decimals)) + unit), errorOf(point.response, r.decimals)]], {trigger: 'item'}),
      series: lines
    });
  }

  // What a document costs by each style, the best on top: a bar of parts.
  function styles(width) {
    const s = data.styles, digits = v => v === 0 ? '0' : String(+v.toPrecision(3));
    const parts = s.parts.filter(p => p.values.some(v => v > 0));
    const longest = Math.min(Math.max(...s.names.map(n => n.length)) * 7 + 8, width * 0.4);
    return base({
      grid: {left: 8, right: 24, top: width < 480 ? 64 : 40, bottom: 32, containLabel: true},
      legend: {show: true, top: 0, left: 0, textStyle: {color: token('ink-soft')}, data: parts.map(p => p.name)},
      xAxis: axis({type: 'value', name: 'ms', nameLocation: 'middle', nameGap: 28, axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}),
      yAxis: axis({type: 'category', data: s.names, inverse: true, splitLine: {show: false}, axisTick: {show: false},
        axisLabel: {color: token('ink'), fontSize: 12, width: longest, overflow: 'truncate', interval: 0}}),
      tooltip: pointed(items => [items[0].name].concat(items.filter(i => i.value > 0)
        .map(i => [i.seriesName + ' ', bold(digits(i.value) + ' ms')])), {axisPointer: {type: 'shadow'}}),
      series: parts.map((p, i) => ({type: 'bar', stack: 'cost', name: p.name, data: p.values, barMaxWidth: 22,
        itemStyle: {color: series(i), borderColor: token('page'), borderWidth: 1}}))
    });
  }

  // A zoom is the part of an axis of time that is shown, in the axis' own numbers; null for all of it. Charts over time
  // share one; each comparison has its own.
  const stack = {range: state.from ? [+state.from, +state.to] : null, most: 0, keep: range => page.keep(range
    ? {from: String(+range[0].toPrecision(6)), to: String(+range[1].toPrecision(6))} : {from: '', to: ''})};
  const zooms = pairs.map(() => ({range: null, most: 0, keep: () => {}}));
  function zoomed(panels, most, zoom) {
    zoom.most = most;
    const [from, to] = zoom.range || [0, most];
    return [{type: 'inside', xAxisIndex: Array.from({length: panels}, (_, i) => i), filterMode: 'none', throttle: 30,
      startValue: Math.min(from, most), endValue: Math.min(to, most), zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false,
      moveOnMouseWheel: false, preventDefaultMouseMove: false}];
  }

  const bytes = v => v >= 1e9 ? short(v / 1e9) + ' GB' : short(v / 1e6) + ' MB';
  // What traces are drawn over: time, or how far the load had come by then, which only its own windows tell.
  const across = {
    time: {label: v => v + ' s', told: v => (+v).toFixed(2) + ' s'},
    operations: {part: 0, label: short, told: v => short(v) + ' done'},
    volume: {part: 1, label: v => bytes(v), told: v => bytes(v) + ' sent'}
  };
  // The windows of the load with what was done by their ends.
  const loaded = t => t.windows.map((w, i) => [w, t.work[i]]).filter(p => p[1].length);
  // Where a moment lies on the axis; null before and after the load, or the nearest end if that is wanted.
  function place(t, at, nearest) {
    if (state.over === 'time') return at;
    const parts = loaded(t), part = across[state.over].part;
    if (!parts.length || !nearest && (at < parts[0][0][0] || at > parts[parts.length - 1][0][1])) return null;
    let from = 0;
    for (const [w, done] of parts) {
      if (at < w[0]) return from;
      if (at <= w[1]) return from + (done[part] - from) * (at - w[0]) / ((w[1] - w[0]) || 1);
      from = done[part];
    }
    return from;
  }
  // What the crosshair points at: a line for each panel. @param found panel, name and number of each line
  function told(at, panels, found, more) {
    const figure = p => least(p, short(+(+p[p.length - (open(p) ? 2 : 1)]).toPrecision(3)));
    const rows = panels.map((p, i) => [p.brief || p.name, found.filter(f => f[0] === i).map(([, name, point]) =>
      make('span', '', name ? name + ' ' : '', bold(figure(point))))]).filter(r => r[1].length);
    return [make('div', 'told', make('p', '', at), make('dl', '', ...rows.flatMap(r => [make('dt', '', r[0]), make('dd', '', ...r[1])])),
      ...more.map(m => make('p', '', m)))];
  }
  // Several traces are drawn to one scale, so that their heights can be compared.
  function extents(indexes) {
    let time = 0, reach = 0, rate = 0, low = Infinity, high = 0;
    const tops = {};
    indexes.forEach(i => {
      const t = data.traces[i];
      t.machines.forEach(m => {
        m.spans.forEach(s => { time = Math.max(time, s[1]); });
        m.lines.forEach(l => l.values.forEach(v => { tops[m.name] = Math.max(tops[m.name] || 0, v || 0); }));
      });
      t.bands.forEach(b => { time = Math.max(time, b.end); });
      loaded(t).forEach(p => { reach = Math.max(reach, state.over === 'time' ? 0 : p[1][across[state.over].part]); });
      t.windows.forEach(w => { time = Math.max(time, w[1]); rate = Math.max(rate, w[2]); });
      Object.values(t.latency).forEach(k => k.forEach(l => {
        if (l.length) { low = Math.min(low, Math.max(l[0], 1e-6)); high = Math.max(high, l[3]); }
      }));
    });
    // An axis has two ends, also where every figure is the same power of ten.
    const wide = Math.pow(10, Math.floor(Math.log10(low)));
    const least = Number.isFinite(wide) ? wide : 0.001;
    return {time: state.over === 'time' ? above(time) : reach, rate, tops, low: least,
      high: Math.max(high ? Math.pow(10, Math.ceil(Math.log10(high))) : 1, least * 10)};
  }
  // A break in the record is a gap in the line.
  // The next number of three digits: what ends an axis lies behind all that is drawn on it.
  function above(v) {
    const step = 10 ** (Math.floor(Math.log10(v || 1)) - 2);
    return +(Math.ceil(v / step - 1e-9) * step).toPrecision(3);
  }
  function points(windows, value, x = at => at) {
    const list = [];
    const push = (at, v) => { const place = x(at); if (place !== null) list.push([+place.toFixed(4)].concat(v)); };
    windows.forEach((w, i) => {
      if (i && w[0] - windows[i - 1][1] > (w[1] - w[0]) * 0.5) push((windows[i - 1][1] + w[0]) / 2, null);
      push((w[0] + w[1]) / 2, value(w, i));
    });
    return list;
  }
  // One of so many times; a point has no upper end where the time may be larger, as the number behind them says.
  const response = (times, nth, all) => !times.length ? null
    : times[all] <= nth ? [Math.max(times[nth], 1e-6), null] : Math.max(times[nth], 1e-6);
  // Parts of a whole lie on top of each other: a point is [time, height, figure].
  function machineLines(m, x) {
    const below = m.spans.map(() => 0);
    return m.lines.map(l => points(m.spans, (s, i) => {
      if (l.values[i] === null) return null;
      if (m.stacked) below[i] += l.values[i];
      return m.stacked ? [below[i], l.values[i]] : l.values[i];
    }, x));
  }
  const missing = t => t.work.some(w => w.length > 2);
  // Failures, and misses unless their share has a panel of its own.
  const lost = t => t.windows.some(w => w[3] || w[4] && !missing(t));
  const resultPanels = t => 1 + Object.keys(t.latency).length + missing(t) + lost(t);
  const ROW = 56, GAP = 40;
  const RESULTS = Math.max(464, 24 + 132 * Math.max(0, ...data.traces.map(resultPanels)));
  const machineRows = Math.max(0, ...data.traces.map(t => t.machines.length));
  function trace(index, limits, width) {
    const t = data.traces[index];
    const kinds = Object.keys(t.latency);
    const few = t.windows.length <= 60;
    const panels = [{name: 'throughput /s', log: false}];
    kinds.forEach(k => panels.push({name: 'response of ' + k + ' ms', brief: k + ' ms', log: true, kind: k}));
    if (missing(t)) panels.push({name: 'not found, % of the lookups', brief: 'lookups %', log: false});
    if (lost(t)) panels.push({name: missing(t) ? 'failures /s' : 'failures and misses /s', log: false});
    // Where a line ends in what is shown.
    const until = stack.range ? stack.range[1] : Infinity;
    const end = list => {
      const inside = list.filter(p => p[1] !== null && p[0] <= until);
      const last = inside[inside.length - 1], next = list[list.indexOf(last) + 1];
      return !last ? null : !next || next[1] === null ? last[1]
        : last[1] + (next[1] - last[1]) * (until - last[0]) / (next[0] - last[0]);
    };
    const x = at => place(t, at, false), edge = at => place(t, at, true);
    const results = panels.length;
    const height = (RESULTS - 24 - 44 * results) / results;
    t.machines.forEach(m => panels.push({name: (m.name + ' ' + m.unit).trim(), machine: m}));
    const LEFT = 48, right = machineRows ? 80 : 40;
    // Names in a panel stand in rows below each other where one would cover another.
    const [from, to] = stack.range || [0, limits.time];
    const pixel = at => (at - from) / ((to - from) || 1) * (width - LEFT - right);
    const wide = name => 6 * name.length + 8, taken = [];
    function free(name, left) {
      for (let row = 0; row < 4; row++) {
        if (!taken.some(t => t.row === row && left < t.end && left + wide(name) > t.left)) {
          taken.push({row, left, end: left + wide(name)});
          return row;
        }
      }
      return -1;
    }
    const grids = [], xs = [], ys = [], lines = [];
    const line = (panel, name, colour, dash, list, label, symbol = 0) => ({type: 'line', name, told: label, xAxisIndex: panel,
      yAxisIndex: panel, data: list, symbol: symbols[symbol], symbolSize: 5, showSymbol: few, connectNulls: false, itemStyle: {color: colour},
      lineStyle: {color: colour, width: 1.75, type: dash},
      endLabel: {show: !!label, formatter: plain(label), color: text(colour), fontSize: 12, distance: 6}});
    panels.forEach((p, i) => {
      const last = i === panels.length - 1;
      const row = i - results;
      grids.push({left: LEFT, right, height: row < 0 ? height : ROW,
        top: row < 0 ? 36 + i * (height + 44) : RESULTS + 20 + row * (ROW + GAP)});
      xs.push(axis({type: 'value', gridIndex: i, min: 0, max: limits.time, splitLine: {show: false},
        axisLine: {show: true, onZero: false, lineStyle: {color: token('ink-soft')}},
        axisLabel: {show: last, color: token('ink-soft'), fontSize: 12, hideOverlap: true, showMaxLabel: false, formatter: across[state.over].label}}));
      ys.push(axis({type: p.log ? 'log' : 'value', gridIndex: i, name: p.name, nameGap: 14, splitNumber: p.machine ? 2 : 4,
        nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left', padding: [0, 0, 0, -40]},
        min: p.log ? limits.low : 0, max: p.log ? limits.high : i === 0 ? v => +(limits.rate * 1.08).toPrecision(2) || 1
          : p.machine ? p.machine.top || (+(limits.tops[p.machine.name] * 1.08).toPrecision(2) || 1) : null,
        axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short, showMaxLabel: p.log || !!(p.machine && p.machine.top)}}));
    });
    const placed = bands => bands.map(b => ({name: b.name, start: edge(b.start), end: edge(b.end)}))
      .filter(b => b.start !== null && b.end > b.start);
    const events = t.events.map(e => Object.assign({}, e, {at: x(e.at)})).filter(e => e.at !== null);
    const bands = {silent: true, itemStyle: {color: token('surface')}, label: {color: token('ink-soft'), fontSize: 11,
      position: 'insideTop', distance: 2}};
    // Every phase has its name; of many runs of a task those that have room for it.
    function bandName(b, always) {
      const middle = pixel((Math.max(b.start, from) + Math.min(b.end, to)) / 2), left = Math.max(0, middle - wide(b.name) / 2);
      const seen = b.end > from && b.start < to && (always || pixel(b.end) - pixel(b.start) > wide(b.name));
      const row = seen ? free(b.name, left) : -1;
      return row < 0 ? {name: ''} : {name: b.name, label: {distance: 2 + 14 * row, offset: [left + wide(b.name) / 2 - middle, 0]}};
    }
    const area = named => Object.assign({}, bands, {data: placed(t.bands.filter(b => b.name !== 'measure'))
      .map(b => [Object.assign({xAxis: b.start}, named ? bandName(b, true) : {name: ''}), {xAxis: b.end}])
      .concat(placed(t.tasks).map(b => [Object.assign({xAxis: b.start, itemStyle: {color: faint(token('accent'))}},
        named ? bandName(b, false) : {name: ''}), {xAxis: b.end}]))});
    const flags = {silent: true, symbol: 'none', label: {show: false}, lineStyle: {color: token('warn'), type: 'dashed'},
      data: events.map(e => ({xAxis: e.at, lineStyle: e.kind === 'crossing' ? {color: token('accent'), type: 'solid'} : {}}))};
    const crossing = e => e.kind === 'crossing';
    // What a line marks is said on the topmost panel, of several lines at one place once.
    function eventName(e, i) {
      const name = e.label || e.kind, at = pixel(e.at), back = at > (width - LEFT - right) * 0.6;
      const said = events.slice(0, i).some(o => (o.label || o.kind) === name && Math.abs(pixel(o.at) - at) < wide(name));
      const row = said || at < 0 || at > width - LEFT - right + 8 ? -1 : free(name, back ? at - wide(name) : at);
      return {show: row >= 0, formatter: plain(name), position: 'end', rotate: 0, fontSize: 11, align: back ? 'right' : 'left',
        color: text(token(crossing(e) ? 'accent' : 'warn')), verticalAlign: 'top', padding: [0, 4],
        distance: [0, -2 - 14 * row]};
    }
    // The highest rows, which cover least, are for the phases and for where data outgrew memory.
    const markArea = area(true), names = [];
    [crossing, e => !crossing(e)].forEach(these => events.forEach((e, i) => { if (these(e)) names[i] = eventName(e, i); }));
    const named = {silent: true, symbol: 'none', lineStyle: flags.lineStyle,
      data: flags.data.map((line, i) => Object.assign({label: names[i]}, line))};
    lines.push(Object.assign(line(0, 'throughput', token('accent'), 'solid', points(t.windows, w => w[2], x)),
      {markArea, markLine: named}));
    kinds.forEach((k, i) => ['p50', 'p95', 'p99', 'max'].forEach((p, q) => {
      const l = line(i + 1, p, series([0, 2, 1, 3][q]), dashes[q], points(t.windows, (w, n) =>
        response(t.latency[k][n], q, 4), x), p, q);
      lines.push(q ? l : Object.assign(l, {markArea: area(false), markLine: flags}));
    }));
    if (missing(t)) {
      const share = part => points(t.windows, (w, i) => t.work[i].length > part ? 100 * t.work[i][part] : null, x);
      const found = share(2), expected = share(3);
      const ends = [found, expected].map(end);
      const top = Math.max(0, ...found.concat(expected).map(p => p[1] || 0));
      const shifts = apart(ends, 0, top, height);
      [['not found', series(0), 'solid', found], ['expected', series(1), dashes[1], expected]].forEach((l, i) => {
        const drawn = line(kinds.length + 1, l[0], l[1], l[2], l[3], l[0], i);
        drawn.endLabel.offset = [0, shifts[i]];
        if (i) drawn.showSymbol = false;
        lines.push(i ? drawn : Object.assign(drawn, {markArea: area(false), markLine: flags}));
      });
    }
    if (lost(t)) {
      const at = kinds.length + 1 + missing(t);
      lines.push(line(at, 'failures', token('bad'), 'solid', points(t.windows, w => w[3], x), 'failures'));
      if (!missing(t)) lines.push(line(at, 'misses', series(0), dashes[1], points(t.windows, w => w[4], x), 'misses', 1));
    }
    kinds.forEach((k, i) => {
      const ends = ['p50', 'p95', 'p99', 'max'].map((p, q) => {
        const last = end(lines[1 + i * 4 + q].data);
        return last === null ? null : Math.log10(last);
      });
      apart(ends, Math.log10(limits.low), Math.log10(limits.high), height).forEach((shift, q) => {
        lines[1 + i * 4 + q].endLabel.offset = [0, shift];
      });
    });
    t.machines.forEach((m, row) => {
      const at = results + row, few = m.spans.length <= 60;
      const lists = machineLines(m, x);
      const ends = lists.map(end);
      const told = m.lines.map(l => l.values.some(v => v));
      const shifts = apart(ends.map((v, i) => told[i] ? v : null), 0, ys[at].max, ROW);
      const lowest = Math.max(...ends.map((v, i) => ROW * (1 - v / ys[at].max) + shifts[i]));
      const up = Math.max(0, lowest - ROW + 6);
      m.lines.forEach((l, i) => {
        const drawn = line(at, (m.name + ' ' + l.name).trim(), series(i), m.stacked ? 'solid' : dashes[i], lists[i], l.name, i % 6);
        drawn.showSymbol = few && !m.stacked;
        drawn.symbolSize = 4;
        Object.assign(drawn.endLabel, {show: told[i], offset: [0, shifts[i] - up]});
        drawn.z = 2 + m.lines.length - i;
        if (m.stacked) drawn.areaStyle = {color: faint(series(i)), opacity: 1};
        lines.push(i ? drawn : Object.assign(drawn, {markArea: area(false), markLine: flags}));
      });
    });
    // The chart library rounds a logarithmic axis' least number to as many places as the least figure has, so to 0 where
    // that has few: figures that are not drawn have as many as the axis.
    panels.forEach((p, i) => {
      if (p.log) lines.push({type: 'line', ends: true, xAxisIndex: i, yAxisIndex: i, data: [[0, limits.low], [0, limits.high]],
        symbol: 'none', silent: true, lineStyle: {opacity: 0}});
    });
    return base({grid: grids, xAxis: xs, yAxis: ys, series: lines, axisPointer: {link: [{xAxisIndex: 'all'}]},
      dataZoom: zoomed(panels.length, limits.time, stack),
      tooltip: pointed(items => {
        const at = items[0].axisValue;
        const near = events.filter(e => Math.abs(e.at - at) < limits.time / 60).map(e => e.text);
        return told(across[state.over].told(at), panels, items.filter(i => i.value[1] != null && !lines[i.seriesIndex].ends)
          .map(i => [lines[i.seriesIndex].xAxisIndex, lines[i.seriesIndex].told, i.value]), near);
      })});
  }

  const answered = item => [item.seriesName + ' ', bold(short(item.value[1]) + ' ms')];
  function shape(index, width) {
    const kind = data.kinds[index];
    const nines = q => q >= 1 ? null : -Math.log10(1 - q);
    const ticks = {0: '0 %', 1: '90 %', 2: '99 %', 3: '99.9 %', 4: '99.99 %', 5: '99.999 %'};
    const chosen = data.shown.map(i => data.traces[i]).filter(t => t.distributions[kind]);
    const reach = Math.max(1, ...chosen.map(t => t.distributions[kind].reduce((m, v, i) =>
      v !== null && data.quantiles[i] < 1 ? Math.max(m, nines(data.quantiles[i])) : m, 0)));
    return base({
      grid: {left: 8, right: 24, top: 56, bottom: 32, containLabel: true},
      legend: keys(width),
      xAxis: axis({type: 'value', min: 0, max: Math.ceil(reach * 2) / 2, interval: 1, name: 'share of operations answered within',
        nameLocation: 'middle', nameGap: 32, axisLine: {show: true, onZero: false, lineStyle: {color: token('ink-soft')}},
        axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: v => ticks[v] || ''}}),
      yAxis: axis({type: 'log', name: 'ms', nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left'},
        axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}),
      tooltip: pointed(items => [+(100 * (1 - Math.pow(10, -items[0].axisValue))).toFixed(3) + ' %'].concat(items.map(answered))),
      series: chosen.map((t, i) => Object.assign({type: 'line', name: t.name, symbolSize: 6}, stroke(i), {
        data: t.distributions[kind].map((v, q) => data.quantiles[q] < 1 && v !== null
          ? [nines(data.quantiles[q]), Math.max(v, 1e-6)] : null).filter(p => p)}))
    });
  }

  // Whole powers of ten around what is drawn, so that nothing is cut off; no more than 0 has no place on such an axis.
  const decades = values => {
    const some = values.filter(v => v > 0);
    if (!some.length) return {min: 0.1, max: 10};
    const low = Math.floor(Math.log10(Math.min(...some)) + 1e-9), high = Math.ceil(Math.log10(Math.max(...some)) - 1e-9);
    return {min: +('1e' + low), max: +('1e' + Math.max(high, low + 1))};
  };
  const logAxis = (name, limits, more) => axis(Object.assign({type: 'log', name, min: limits.min, max: limits.max,
    nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left'},
    axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}, more));
  const below = (name, more) => Object.assign({name, nameLocation: 'middle', nameGap: 32, splitLine: {show: false},
    axisLine: {show: true, onZero: false, lineStyle: {color: token('ink-soft')}}}, more);
  // Every operation of some iterations, from the fastest to the slowest.
  function sorted(width) {
    const all = data.sorted.lines;
    return base({
      grid: {left: 8, right: 32, top: 56, bottom: 32, containLabel: true}, legend: keys(width),
      xAxis: axis(below('share of ' + data.sorted.unit + ' that took no longer, %', {type: 'value', min: 0, max: 100})),
      yAxis: logAxis('response ms', decades(all.flatMap(l => l.line.map(p => p[1])))),
      tooltip: pointed(items => [+items[0].axisValue.toFixed(3) + ' %'].concat(items.map(answered))),
      series: all.map((l, i) => Object.assign({type: 'line', name: l.name, symbolSize: 5, showSymbol: l.line.length <= 60,
        data: l.line}, stroke(i)))
    });
  }

  // What was found against how long it took; no hits are put where half a hit would be.
  function hits(width) {
    const some = data.sorted.lines.filter(l => l.points.length);
    const place = h => Math.max(h, 0.5);
    const most = decades(some.flatMap(l => l.points.map(p => p[0])));
    const none = some.some(l => l.points.some(p => p[0] === 0));
    return base({
      grid: {left: 8, right: 32, top: 56, bottom: 32, containLabel: true}, legend: keys(width, {itemWidth: 12}),
      xAxis: logAxis('hits', {min: none ? 0.5 : most.min, max: most.max}, below('hits', {nameTextStyle:
        {color: token('ink-soft'), fontSize: 12, align: 'center'}, axisLabel: {color: token('ink-soft'), fontSize: 12,
          formatter: v => v < 1 ? '0' : short(v)}})),
      yAxis: logAxis('response ms', decades(some.flatMap(l => l.points.map(p => p[1])))),
      tooltip: pointed(i => [i.seriesName, [short(i.value[2]) + ' hits ', bold(short(i.value[1]) + ' ms')]], {trigger: 'item'}),
      series: some.map((l, i) => ({type: 'scatter', name: l.name, symbol: symbols[i % 4], symbolSize: 5,
        itemStyle: {color: series(data.sorted.lines.indexOf(l)), opacity: 0.6},
        data: l.points.map(p => [place(p[0]), p[1], p[0]])}))
    });
  }

  // Response times and, below, the reads of the disks, as the index grows.
  function size(width, height) {
    const s = data.size, panels = [s.responses].concat(s.reads ? [[s.reads]] : []);
    const room = (height - 72) / (s.reads ? 5 : 3), heights = [3 * room, 2 * room];
    const grids = [], xs = [], ys = [], lines = [];
    panels.forEach((panel, at) => {
      const last = at === panels.length - 1, values = panel.flatMap(l => l.points.flat()).filter(v => v !== null);
      grids.push({left: 72, right: 32, top: 56 + at * heights[0], height: heights[at] - 48});
      xs.push(axis(below(last ? s.dimension : '', {type: 'category', gridIndex: at, data: s.levels, nameGap: 28,
        axisLabel: {show: last, color: token('ink-soft'), fontSize: 12}})));
      ys.push(at === 0 ? logAxis('response ms', decades(values), {gridIndex: 0})
        : axis({type: 'value', min: 0, gridIndex: 1, name: panel[0].title + ' ' + panel[0].unit,
          nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left'},
          axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}));
      panel.forEach((l, i) => {
        const colour = series(at === 0 ? i : 3);
        lines.push(Object.assign({type: 'line', name: l.title, xAxisIndex: at, yAxisIndex: at, z: 3, symbolSize: 8,
          data: l.points.map((p, x) => p.length ? placed(x, p[0], p) : null)}, stroke(at === 0 ? i : 3)));
        const lowest = at === 0 ? decades(values).min : 0;
        const bars = l.points.flatMap((p, x) => p.length === 3 ? [[x, Math.max(lowest, p[1])], [x, p[2]], [x, null]] : []);
        if (bars.length) lines.push({type: 'line', name: '', xAxisIndex: at, yAxisIndex: at, data: bars, symbol: 'none',
          silent: true, z: 2, lineStyle: {color: colour, width: 1.5, opacity: 0.6}, tooltip: {show: false}});
      });
    });
    return base({grid: grids, xAxis: xs, yAxis: ys, series: lines, legend: keys(width, {data: panels.flat().map(l => l.title)}), axisPointer: {link: [{xAxisIndex: 'all'}]},
      tooltip: pointed(items => [s.dimension + ' ' + items[0].axisValue].concat(panels.flat()
        .map(l => [l, l.points[s.levels.indexOf(items[0].axisValue)]]).filter(([, p]) => p && p.length)
        .map(([l, p]) => [l.title + ' ', bold(least(p, short(p[0])) + behind(l.unit))])))});
  }

  // Two sides, A and B, on one axis of time, which begins with the measured phase of each: throughput, then the response
  // times of each kind of operation.
  const PANEL = 152, BETWEEN = 48, LETTERS = ['A', 'B'];
  const pairKinds = p => [...new Set(p.sides.flatMap(s => Object.keys(s.latency)))];
  function pair(index, width) {
    const p = pairs[index], kinds = pairKinds(p);
    const panels = [{name: 'throughput ' + p.unit}].concat(kinds.map(k => ({name: 'response of ' + k + ' ms', brief: k + ' ms', kind: k})));
    const lines = [];
    const few = p.sides.every(s => s.windows.length <= 60);
    const line = (panel, name, label, side, nth, list) => Object.assign({type: 'line', name, told: label, xAxisIndex: panel,
      yAxisIndex: panel, data: list, symbolSize: 5, showSymbol: few, connectNulls: false}, stroke(2 * side + nth, series(side), 1.5),
    {endLabel: {show: true, formatter: plain(label), color: text(series(side)), fontSize: 12, distance: 6}});
    const titles = p.sides.map((s, i) => LETTERS[i] + '  ' + s.name);
    p.sides.forEach((s, i) => {
      lines.push(line(0, titles[i], LETTERS[i], i, 0, points(s.windows, w => w[2])));
      kinds.forEach((k, row) => ['p50', 'p99'].forEach((q, n) => lines.push(line(row + 1, titles[i] + ' ' + q, LETTERS[i] + ' ' + q,
        i, n, points(s.windows, (w, at) => response((s.latency[k] || [])[at] || [], n, 2))))));
    });
    const time = Math.max(...p.sides.flatMap(s => s.windows.map(w => w[1])), 1e-3);
    const scale = time >= 7200 ? [3600, ' h'] : time >= 300 ? [60, ' min'] : [1, ' s'];
    return base({
      legend: keys(width, {type: 'plain', orient: 'vertical', itemGap: 4, selectedMode: false, data: titles}),
      grid: panels.map((x, i) => ({left: 56, right: 56, top: 72 + i * (PANEL + BETWEEN), height: PANEL})),
      xAxis: panels.map((x, i) => axis({type: 'value', gridIndex: i, min: 0, max: time, interval: scale[0] > 1
        && !zooms[index].range ? scale[0] * Math.ceil(time / scale[0] / 12) : undefined, splitLine: {show: false},
        axisLine: {show: true, onZero: false, lineStyle: {color: token('ink-soft')}},
        axisLabel: {show: i === panels.length - 1, color: token('ink-soft'), fontSize: 12, hideOverlap: true,
          formatter: v => +(v / scale[0]).toPrecision(3) + scale[1]}})),
      yAxis: panels.map((x, i) => axis({type: x.kind ? 'log' : 'value', gridIndex: i, name: x.name, nameGap: 12,
        nameTextStyle: {color: token('ink-soft'), fontSize: 12, align: 'left', padding: [0, 0, 0, -48]},
        min: x.kind ? null : 0, axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}})),
      series: lines, axisPointer: {link: [{xAxisIndex: 'all'}]},
      dataZoom: zoomed(panels.length, time, zooms[index]),
      tooltip: pointed(items => told(+(items[0].axisValue / scale[0]).toPrecision(4)
        + scale[1], panels, items.filter(i => i.value[1] != null)
        .map(i => [lines[i.seriesIndex].xAxisIndex, lines[i.seriesIndex].told, i.value]), []))
    });
  }

  const charts = [];
  function save(chart, title, type) {
    const svg = chart.getDataURL({type: 'svg', backgroundColor: token('page')});
    const name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-') + '.' + type;
    const offer = url => { const a = document.createElement('a'); a.href = url; a.download = name; a.click(); };
    if (type === 'svg') { offer(svg); return; }
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = chart.getWidth() * 2;
      canvas.height = chart.getHeight() * 2;
      const pen = canvas.getContext('2d');
      pen.scale(2, 2);
      pen.fillStyle = token('page');
      pen.fillRect(0, 0, chart.getWidth(), chart.getHeight());
      pen.drawImage(image, 0, 0, chart.getWidth(), chart.getHeight());
      offer(canvas.toDataURL('image/png'));
    };
    image.src = svg;
  }
  function tool(text, act) {
    const button = Object.assign(make('button', '', text), {type: 'button'});
    button.addEventListener('click', act);
    return button;
  }
  function tools(box, chart, ...more) {
    const title = () => box.closest('figure').querySelector('h3, option:checked').textContent;
    box.after(make('span', 'tools', ...more, 'Save',
      ...['svg', 'png'].map(type => tool(type.toUpperCase(), () => save(chart, title(), type)))));
  }

  // Zooming by dragging over a chart, by the wheel together with Ctrl, and by buttons.
  function range(zoom, wanted) {
    const width = Math.min(wanted[1] - wanted[0], zoom.most);
    const from = Math.max(0, Math.min(wanted[0], zoom.most - width));
    const now = width > zoom.most * 0.999 || !(width > zoom.most / 1e5) ? null : [from, from + width];
    const [startValue, endValue] = now || [0, zoom.most];
    zoom.charts[0].dispatchAction({type: 'dataZoom', dataZoomIndex: 0, startValue, endValue});
  }
  function zoomTools(zoom) {
    const span = document.createElement('span');
    const here = () => zoom.range || [0, zoom.most];
    const change = (factor, shift) => () => {
      const [from, to] = here(), middle = (from + to) / 2 + shift * (to - from), half = (to - from) / 2 * factor;
      range(zoom, [middle - half, middle + half]);
    };
    const button = (text, title, act) => Object.assign(tool(text, act), {title});
    const moves = [button('earlier', 'Move to the left', change(1, -0.5)), button('later', 'Move to the right', change(1, 0.5)),
      button('out', 'Show twice as much', change(2, 0)), button('all', 'Show all', () => range(zoom, [0, zoom.most]))];
    span.className = 'zoom';
    span.setAttribute('role', 'group');
    span.setAttribute('aria-label', 'Zoom');
    span.title = 'Drag over a chart, or turn the wheel with Ctrl held down';
    span.append('Zoom', button('in', 'Show half as much', change(0.5, 0)), ...moves);
    zoom.told = () => moves.forEach(move => { move.disabled = !zoom.range; });
    zoom.told();
    return span;
  }
  function zoomable(box, chart, zoom) {
    (zoom.charts = zoom.charts || []).push(chart);
    chart.on('datazoom', () => {
      const {startValue, endValue} = chart.getOption().dataZoom[0];
      const whole = startValue <= 0 && endValue >= zoom.most * 0.9999;
      zoom.range = whole ? null : [startValue, endValue];
      zoom.told();
      zoom.keep(zoom.range);
      // The labels at the ends of lines move once the zoom has come to rest.
      clearTimeout(zoom.rest);
      zoom.rest = setTimeout(draw, 250);
    });
    const over = Object.assign(make('div', 'drag'), {hidden: true});
    box.append(over);
    let start = null;
    const at = x => chart.convertFromPixel({xAxisIndex: 0}, x);
    box.addEventListener('mousedown', e => {
      const x = e.clientX - box.getBoundingClientRect().left;
      const [from, to] = zoom.range || [0, zoom.most];
      if (e.button || at(x) < from || at(x) > to) return;
      start = x;
      e.preventDefault();
    });
    addEventListener('mousemove', e => {
      if (start === null) return;
      const x = e.clientX - box.getBoundingClientRect().left;
      Object.assign(over.style, {left: Math.min(start, x) + 'px', width: Math.abs(x - start) + 'px'});
      over.hidden = Math.abs(x - start) < 6;
    });
    addEventListener('mouseup', e => {
      if (start === null) return;
      const x = e.clientX - box.getBoundingClientRect().left;
      if (!over.hidden) range(zoom, [at(Math.min(start, x)), at(Math.max(start, x))]);
      start = null;
      over.hidden = true;
    });
    box.addEventListener('dblclick', () => range(zoom, [0, zoom.most]));
  }

  function add(box, option, ...more) {
    const chart = echarts.init(box, null, {renderer: 'svg'});
    charts.push({chart, option});
    tools(box, chart, ...more);
    return chart;
  }
  all('[data-curve]').forEach(box => add(box, () => curve(+box.dataset.curve, box.clientWidth)));
  all('[data-ramp]').forEach(box => add(box, () => ramp(+box.dataset.ramp, box.clientHeight)));
  all('[data-styles]').forEach(box => {
    box.style.height = data.styles.names.length * 30 + 90 + 'px';
    add(box, () => styles(box.clientWidth));
  });
  all('[data-recall]').forEach(box => add(box, () => recall(box.clientWidth)));
  const panels = all('[data-trace]');
  const chosen = () => panels.map(box => +box.dataset.trace);
  if (machineRows) panels.forEach(box => { box.style.height = RESULTS + 44 + machineRows * (ROW + GAP) + 'px'; });
  panels.forEach(box => {
    const chart = add(box, () => trace(+box.dataset.trace, extents(chosen()), box.clientWidth));
    chart.group = 'stack';
    zoomable(box, chart, stack);
  });
  if (panels.length) {
    // Crosshair and zoom go through the whole stack.
    echarts.connect('stack');
    document.querySelector('#time .controls').append(zoomTools(stack));
  }
  all('[data-pair]').forEach(box => {
    const index = +box.dataset.pair;
    box.style.height = 72 + (1 + pairKinds(pairs[index]).length) * (PANEL + BETWEEN) + 'px';
    zoomable(box, add(box, () => pair(index, box.clientWidth), zoomTools(zooms[index])), zooms[index]);
  });
  all('[data-size]').forEach(box => add(box, () => size(box.clientWidth, box.clientHeight)));
  all('[data-sorted]').forEach(box => add(box, () => sorted(box.clientWidth)));
  all('[data-hits]').forEach(box => add(box, () => hits(box.clientWidth)));
  all('[data-shape]').forEach(box => add(box, () => shape(+box.dataset.shape, box.clientWidth)));
  // What the crosshair points at goes first: the chart library would look for it in what is no longer there.
  const draw = () => charts.forEach(c => {
    c.chart.dispatchAction({type: 'hideTip'});
    const option = c.option();
    c.chart.setOption(option, true);
    spread(c.chart, option);
  });
  all('select[data-panel]').forEach((select, i) => {
    panels[i].dataset.trace = select.value;
    select.addEventListener('change', () => { panels[i].dataset.trace = select.value; draw(); });
  });
  const axisChoice = document.querySelector('[name="over"]');
  if (axisChoice) {
    const some = part => data.traces.some(t => t.work.some(w => w[part] > 0));
    all('option', axisChoice).forEach(o => { if (o.value !== 'time' && !some(across[o.value].part)) o.remove(); });
  }
  // What is chosen decides what is drawn.
  const first = document.querySelector('[data-curve="0"]');
  const axes = () => [state.x, state.lines, state.y].join('\n');
  let drawn = axes() + state.over + state.from + state.to;
  page.listen(() => {
    const now = axes() + state.over + state.from + state.to;
    if (now === drawn) return;
    drawn = now;
    stack.range = state.from ? [+state.from, +state.to] : null;
    if (stack.told) stack.told();
    if (first) {
      data.curves[0] = chosenCurve();
      showCurve(first, data.curves[0]);
    }
    draw();
  });
  if (first && axes() !== [data.usual.x, data.usual.lines, data.usual.y].join('\n')) {
    data.curves[0] = chosenCurve();
    showCurve(first, data.curves[0]);
  }
  draw();
  let waiting = 0;
  addEventListener('resize', () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => { charts.forEach(c => c.chart.resize()); draw(); });
  });

  // Light and dark.
  const button = document.getElementById('theme');
  const dark = () => root.dataset.theme ? root.dataset.theme === 'dark' : preferred.matches;
  const name = () => { button.textContent = dark() ? 'Light' : 'Dark'; };
  button.hidden = false;
  button.addEventListener('click', () => { root.dataset.theme = dark() ? 'light' : 'dark'; name(); draw(); });
  preferred.addEventListener('change', () => { name(); draw(); });
  name();
})();
