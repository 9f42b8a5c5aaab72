'use strict';
// What was typed into a form is there again on the way back to its page, and after a login in the middle of it. It is
// kept in this tab alone, until somebody logs out; passwords and files are not. A form that is a draft (of a new job)
// is kept in this browser besides, a draft for each workload, until it is sent or thrown away, or somebody logs out.
(() => {
  const KEY = 'tidemark-typed';
  const OURS = ['token', 'once'];
  const read = () => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY));
    } catch (e) {
      return null;
    }
  };
  const write = kept => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(kept));
    } catch (e) {
      // Not kept, then.
    }
  };
  const secret = form => Array.from(form.querySelectorAll('[data-secret]')).map(field => field.name);
  const filled = form => Array.from(new FormData(form))
      .filter(([name]) => !OURS.includes(name) && !secret(form).includes(name));
  const action = form => form.getAttribute('action');
  const find = of => Array.from(document.querySelectorAll('form[method=post]'))
      .find(form => action(form) === of && !form.querySelector('[type=password], [type=file]'));

  let typed = '';
  let sent = false;
  document.addEventListener('input', event => {
    const form = event.target.form;
    if (form && find(action(form)) === form) typed = action(form);
  });
  addEventListener('pagehide', () => {
    const form = typed && find(typed);
    if (form) {
      write({place: form.dataset.place || location.pathname + location.search, action: typed,
        fields: filled(form), sent});
    }
  });
  document.addEventListener('submit', event => {
    sent = action(event.target) === typed;
    if (action(event.target) !== '/logout') return;
    typed = '';
    clearTimeout(keeping);
    keeping = 0;
    sessionStorage.removeItem(KEY);
    drafts().forEach(([key]) => localStorage.removeItem(key));
  });

  // ---- Drafts ----
  const DRAFT = 'tidemark-draft-';
  const own = () => DRAFT + (document.querySelector('.who a')?.textContent ?? '') + '-';
  const drafts = () => {
    try {
      return Object.keys(localStorage).filter(key => key.startsWith(DRAFT))
          .map(key => [key, JSON.parse(localStorage.getItem(key))]).sort((one, other) => other[1].at - one[1].at);
    } catch (e) {
      return [];
    }
  };
  let keeping = 0;
  document.addEventListener('input', event => {
    const form = event.target.form;
    if (!form || !form.dataset.draft || !event.target.name) return;
    clearTimeout(keeping);
    keeping = setTimeout(() => keep(form), 200);
  });
  const keep = form => {
    keeping = 0;
    const workload = new FormData(form).get('workload') || form.dataset.draft;
    try {
      localStorage.setItem(own() + workload, JSON.stringify({at: Date.now(), fields: filled(form)}));
    } catch (e) {
      // Not kept, then.
    }
  };
  addEventListener('pagehide', () => {
    const form = document.querySelector('form[data-draft]');
    if (keeping && form) keep(form);
  });
  // What is sent is a draft no more; what comes back refused is one again.
  document.addEventListener('submit', event => {
    if (!event.target.dataset.draft || event.submitter?.hasAttribute('formaction')) return;
    clearTimeout(keeping);
    keeping = 0;
    try {
      localStorage.removeItem(own() + event.target.dataset.draft);
    } catch (e) {
      // There is none, then.
    }
  });
  const returned = document.querySelector('form[data-draft]:has(#errors, .fields > .complaint)');
  if (returned) keep(returned);
  const told = moment => moment.toLocaleString([], moment.toDateString() === new Date().toDateString()
      ? {hour: '2-digit', minute: '2-digit', hour12: false} : {dateStyle: 'medium', timeStyle: 'short', hour12: false});
  const takeUp = form => {
    const asked = new URLSearchParams(location.search).get('workload');
    const draft = drafts().find(([key]) => asked ? key === own() + asked : key.startsWith(own()));
    const notice = document.getElementById('draft');
    if (!draft || !notice) return;
    notice.querySelector('span').textContent = 'Draft of ' + told(new Date(draft[1].at)) + ' restored.';
    notice.querySelector('button').addEventListener('click', () => {
      clearTimeout(keeping);
      keeping = 0;
      typed = '';
      localStorage.removeItem(draft[0]);
      location.reload();
    });
    notice.hidden = false;
    again(form, draft[1].fields);
  };

  // A form that the server draws by what is in it is drawn anew; any other is filled in, where it was not sent also with
  // what its page had seen: what others have changed since must not be overwritten unseen.
  const again = (form, fields, seen) => {
    typed = action(form);
    if (form.dataset.draw) {
      const values = {token: form.elements.token.value};
      fields.forEach(([name, value]) => { values[name] = (values[name] || []).concat(value); });
      htmx.ajax('POST', form.dataset.draw, {target: '#' + form.id, swap: 'outerHTML', values});
      return;
    }
    const left = new Map();
    fields.forEach(([name, value]) => left.set(name, (left.get(name) || []).concat(value)));
    Array.from(form.elements).filter(field => field.name && (field.type !== 'hidden' || seen && field.name === 'seen')).forEach(field => {
      const values = left.get(field.name) || [];
      if (field.type === 'checkbox' || field.type === 'radio') field.checked = values.includes(field.value);
      else if (values.length > 0) field.value = values.shift();
    });
    form.dispatchEvent(new Event('input', {bubbles: true}));
  };

  const fresh = document.querySelector('form[data-draft][data-fresh]');
  const kept = read();
  if (!kept) {
    if (fresh) takeUp(fresh);
    return;
  }
  if (location.pathname === '/login') {
    write({...kept, login: true});
    return;
  }
  const login = document.getElementById('login');
  if (login) login.href = '/login?to=' + encodeURIComponent(kept.place);
  const back = performance.getEntriesByType('navigation')[0].type === 'back_forward';
  const form = find(kept.action);
  if (form && kept.place === location.pathname + location.search && (back || kept.login)) again(form, kept.fields, !kept.sent || kept.login);
  else if (fresh) takeUp(fresh);
  else if (kept.login) write({...kept, login: false});
})();
