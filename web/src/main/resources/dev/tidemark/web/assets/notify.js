'use strict';
// A notification when a run ends, once the person in front of this browser has switched it on. Without a secure
// connection, or on another machine without TLS, browsers have none, and the button stays away.
(() => {
  const KEY = 'tidemark-notify';
  const can = 'Notification' in window && window.isSecureContext;
  const wanted = () => {
    try {
      return localStorage.getItem(KEY) === 'on';
    } catch (e) {
      return false;
    }
  };
  const on = () => can && wanted() && Notification.permission === 'granted';
  function choose(yes) {
    try {
      localStorage.setItem(KEY, yes ? 'on' : 'off');
    } catch (e) {
      // Not remembered, then.
    }
  }
  // The button comes anew with its part of the page.
  function name() {
    const button = document.getElementById('notify');
    if (!button || !can) return;
    button.hidden = false;
    const blocked = Notification.permission === 'denied';
    button.disabled = blocked;
    const text = blocked ? 'Notifications are blocked in this browser' : on() ? 'Do not notify me' : 'Notify me when a run is done';
    if (button.textContent !== text) button.textContent = text;
  }
  document.addEventListener('click', event => {
    if (event.target.id !== 'notify') return;
    if (on()) {
      choose(false);
      name();
    } else {
      Notification.requestPermission().then(() => {
        choose(Notification.permission === 'granted');
        name();
      });
    }
  });

  let last = null;
  // Is told whatever the server tells of the runs.
  window.tidemarkWatch = message => {
    name();
    if (!message.stamp) return;
    const before = last;
    last = message;
    const same = before && before.batch === message.batch;
    if (before && before.running && !(same ? message.running : message.others.includes(before.batch)) && on()) {
      try {
        const note = new Notification(before.label + ' has ended', {body: same ? message.values.standing : '', tag: 'tidemark-' + before.batch});
        note.onclick = () => { window.focus(); location.href = '/reports'; };
      } catch (e) {
        choose(false); // phones have them for installed programs alone
        name();
      }
    }
  };
  name();
})();
