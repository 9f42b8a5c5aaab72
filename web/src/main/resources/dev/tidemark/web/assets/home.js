'use strict';
// What runs, on the first page: the same numbers as the status tells, once a second.
(() => {
  const home = document.getElementById('home');
  function write(message) {
    home.querySelectorAll('[data-v]').forEach(place => {
      const text = message.values[place.dataset.v] || '–';
      if (place.textContent !== text) place.textContent = text;
    });
    const share = document.getElementById('share');
    if (share && share.value !== message.share) share.value = message.share;
  }
  // Another iteration or run: what the page tells of it comes anew, unless somebody is using it.
  let fetching = '';
  function renew(message) {
    const glance = document.getElementById('glance');
    if (glance.dataset.stamp === message.stamp || fetching === message.stamp || glance.contains(document.activeElement)) return;
    fetching = message.stamp;
    window.tidemarkPart('/').then(part => {
      home.replaceChildren(part);
      window.htmx.process(home);
      fetching = '';
    }).catch(() => { fetching = ''; });
  }
  function tell(message) {
    window.tidemarkWatch(message);
    if (!message.stamp) return;
    write(message);
    renew(message);
  }
  const SILENT = 'The server does not answer; trying again.';
  let asking = 0;
  const notice = document.getElementById('notice');
  // What others have said there stays.
  function answers(yes) {
    if (yes && notice.textContent !== SILENT) return;
    notice.textContent = yes ? '' : SILENT;
    notice.hidden = yes;
  }
  const ask = () => fetch('/status/data?brief=true', {headers: {Accept: 'application/json'}})
    .then(answer => {
      if (answer.status === 401) { location.reload(); return null; }
      answers(true);
      return answer.ok ? answer.json() : null;
    }, () => answers(false))
    .then(message => { if (message) tell(message); });
  function listen() {
    const source = new EventSource('/status/events?brief=true');
    source.onmessage = event => {
      clearInterval(asking);
      asking = 0;
      answers(true);
      tell(JSON.parse(event.data));
    };
    source.onerror = () => {
      asking = asking || setInterval(ask, 2000);
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 15000);
    };
  }
  if (window.EventSource) listen(); else setInterval(ask, 2000);
})();
