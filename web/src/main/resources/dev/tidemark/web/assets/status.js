'use strict';
// The live page. The server tells every second what has changed: by events, or where these do not come through, when
// asked. Only what differs is written, so nothing flickers.
(() => {
  const root = document.documentElement;
  const live = document.getElementById('live');
  const moving = document.getElementById('moving');
  const link = document.getElementById('link');
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  const token = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const have = {iteration: 0, points: [], meters: []};

  // ---- Words and numbers ----
  function write(message) {
    all('[data-v]').forEach(place => {
      const text = message.values[place.dataset.v] || (['engine', 'parts', 'waits'].includes(place.dataset.v) ? '' : '–');
      if (place.textContent !== text) place.textContent = text;
    });
    const share = document.getElementById('share');
    if (share && share.value !== message.share) share.value = message.share;
    all('[data-cell]', live).forEach((cell, i) => { // of a search; a leaderboard comes anew
      const state = message.cells[i] || '';
      if (cell.className !== 'state ' + state) {
        cell.className = 'state ' + state;
        cell.querySelector('small').textContent = state;
      }
    });
  }

  // Another iteration or run: its settings and plan are fetched as the page shows them.
  let fetching = '';
  function renew(message) {
    const run = document.getElementById('run');
    if (!run || run.dataset.stamp === message.stamp || fetching === message.stamp) return;
    fetching = message.stamp;
    window.tidemarkPart('/status' + location.search).then(part => {
      const open = all('details[open]', live).map(d => d.id);
      live.replaceChildren(part);
      all('details', live).forEach(d => { d.open = open.includes(d.id); });
      fetching = '';
      unit();
    }).catch(() => { fetching = ''; });
  }

  // ---- Charts ----
  const charts = {};
  const short = n => {
    const a = Math.abs(n);
    return a >= 1e6 ? +(n / 1e6).toPrecision(3) + 'M' : a >= 1e4 ? +(n / 1e3).toPrecision(3) + 'k' : String(+n.toPrecision(3));
  };
  function unit() {
    const run = document.getElementById('run');
    const place = document.querySelector('[data-unit]:not(#run)');
    if (run && place && run.dataset.unit) place.textContent = run.dataset.unit;
  }
  const axis = more => Object.assign({axisLine: {show: false}, axisTick: {show: false},
    axisLabel: {color: token('ink-soft'), fontSize: 12, hideOverlap: true},
    splitLine: {lineStyle: {color: token('line')}}, minorSplitLine: {show: false}}, more);
  function line(name, colour, dash, data, last) {
    return {type: 'line', name, data, showSymbol: data.length < 40, symbolSize: 4, connectNulls: false, animation: false,
      itemStyle: {color: token(colour)}, lineStyle: {color: token(colour), width: 1.75, type: dash},
      endLabel: {show: last && data.some(p => p[1] !== null), formatter: () => name, color: token('ink-soft'), fontSize: 12, distance: 6}};
  }
  // What a chart tells of the moment that is pointed at: appended texts are texts, and no style stands in HTML.
  function pointed(items) {
    const box = document.createElement('div');
    box.append(moment(items[0].axisValue), ...items.map(i => {
      const line = document.createElement('div'), number = document.createElement('b');
      number.append(i.value[1] === null ? '–' : (i.value[2] ? '≥' : '') + short(i.value[1]));
      line.append(i.seriesName + ' ', number);
      return line;
    }));
    return box;
  }
  const moment = v => +(+v).toFixed(1) + ' s';
  const middle = p => (p[0] + p[1]) / 2;
  // Time without load is a gap in the line.
  // @param open whether a value may be larger, as it is marked in reports
  const course = (value, open) => have.points.flatMap((p, i) => {
    const before = have.points[i - 1], gap = before && p[0] - before[1] > 0.5 * (p[1] - p[0]);
    return (gap ? [[(before[1] + p[0]) / 2, null]] : []).concat([[middle(p), value(p), !!open && open(p)]]);
  });
  // Machine and engine are read at moments of their own: each has its points, and no gaps where the other has one.
  const meter = i => have.meters.filter(m => m[i] !== null).map(m => [m[0], m[i]]);
  const option = {
    rate: () => [line('throughput', 's1', 'solid', course(p => p[2]), false)],
    response: () => [['p50', 's1', 'solid', 3], ['p99', 's2', [6, 3], 4], ['max', 's4', [2, 2], 5]].map(l =>
      line(l[0], l[1], l[2], course(p => p[l[3]] === null ? null : Math.max(p[l[3]], 1e-4),
        p => p[6] !== null && p[6] <= l[3]), true)),
    engine: () => [['journal', 's1', 'solid', 3], ['flush', 's2', [6, 3], 4], ['compaction', 's3', [2, 2], 5]].map(l =>
      line(l[0], l[1], l[2], meter(l[3]), true)),
    meters: () => [line('processors', 's1', 'solid', meter(1), true),
      line('device', 's2', [6, 3], meter(2), true)]
  };
  // Lines that end at one height, as all that rest at 0 do, have their names above each other.
  function spread(chart, series) {
    let above = Infinity;
    const shifts = series.map(() => 0);
    series.map((s, i) => [s.data.filter(p => p[1] !== null).pop(), i]).filter(([end]) => end)
      .map(([end, i]) => [chart.convertToPixel({yAxisIndex: 0}, end[1]), i]).sort((p, q) => q[0] - p[0]).forEach(([y, i]) => {
        shifts[i] = Math.min(0, above - 14 - y);
        above = y + shifts[i];
      });
    if (shifts.some(shift => shift)) chart.setOption({series: shifts.map(shift => ({endLabel: {offset: [0, shift]}}))});
  }
  function draw() {
    const some = have.points.length > 0 || have.meters.length > 0;
    if (moving.hidden === some) moving.hidden = !some;
    if (!some) return;
    const engine = document.querySelector('[data-if=engine]');
    const tells = have.meters.some(m => m.slice(3).some(v => v !== null));
    if (engine.hidden === tells) engine.hidden = !tells;
    const end = Math.max(1, ...have.points.slice(-1).map(p => p[1]), ...have.meters.slice(-1).map(m => m[0]));
    all('[data-chart]').filter(box => !box.closest('[hidden]')).forEach(box => {
      const name = box.dataset.chart;
      if (!charts[name]) {
        charts[name] = echarts.init(box, null, {renderer: 'svg'});
        charts[name].group = 'live';
        echarts.connect('live');
      }
      const series = option[name]();
      charts[name].setOption({
        animation: false, textStyle: {fontFamily: getComputedStyle(document.body).fontFamily.replace(/"/g, '')},
        grid: {left: 56, right: 80, top: 16, bottom: 32},
        xAxis: axis({type: 'value', min: 0, max: end, splitLine: {show: false},
          axisLine: {show: true, onZero: false, lineStyle: {color: token('ink-soft')}},
          axisLabel: {color: token('ink-soft'), fontSize: 12, hideOverlap: true, showMaxLabel: false, formatter: moment}}),
        yAxis: axis({type: name === 'response' ? 'log' : 'value', min: name === 'response' ? null : 0,
          max: name === 'meters' ? 100 : null, axisLabel: {color: token('ink-soft'), fontSize: 12, formatter: short}}),
        tooltip: {trigger: 'axis', confine: true, backgroundColor: token('page'), borderColor: token('line'),
          textStyle: {color: token('ink'), fontSize: 13}, formatter: pointed,
          axisPointer: {label: {show: false}}, extraCssText: 'box-shadow:none'},
        series
      }, true);
      if (series.length > 1) spread(charts[name], series);
    });
  }
  function keep(message) {
    if (message.iteration !== have.iteration) {
      have.iteration = message.iteration;
      have.points = [];
      have.meters = [];
    }
    have.points.splice(message.from, have.points.length, ...message.points);
    have.meters.splice(message.metersFrom, have.meters.length, ...message.meters);
    if (message.points.length || message.meters.length || !message.iteration) draw();
  }

  function tell(message) {
    window.tidemarkWatch(message);
    if (!message.stamp) return;
    const title = (message.tab || 'Status') + ' – Tidemark';
    if (document.title !== title) document.title = title;
    write(message);
    renew(message);
    keep(message);
  }

  // ---- Events, or asking ----
  const asked = name => new URLSearchParams(location.search).get(name) || '0';
  const run = () => asked('run') + '&job=' + asked('job');
  let asking = 0;
  function ask() {
    fetch('/status/data?run=' + run() + '&iteration=' + have.iteration + '&points=' + have.points.length
      + '&meters=' + have.meters.length, {headers: {Accept: 'application/json'}})
      .then(answer => {
        if (answer.status === 401) { location.reload(); return null; }
        if (!answer.ok) throw new Error(answer.status);
        return answer.json();
      })
      .then(message => { if (message) tell(message); link.textContent = ''; })
      .catch(() => { link.textContent = 'The server does not answer; trying again.'; });
  }
  function listen() {
    if (!window.EventSource) {
      asking = asking || setInterval(ask, 2000);
      return;
    }
    const source = new EventSource('/status/events?run=' + run());
    source.onmessage = event => {
      clearInterval(asking);
      asking = 0;
      link.textContent = '';
      tell(JSON.parse(event.data));
    };
    source.onerror = () => {
      // The browser tries again by itself, unless it was refused; meanwhile the page asks.
      asking = asking || setInterval(ask, 2000);
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 15000);
    };
  }
  unit();
  listen();
  addEventListener('resize', () => Object.values(charts).forEach(c => c.resize()));
  new MutationObserver(draw).observe(root, {attributes: true, attributeFilter: ['data-theme']});
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
})();
