'use strict';
// What was typed into a form is there again on the way back to its page, and after a login in the middle of it. It is
// kept in this tab alone, until somebody logs out; passwords and files are not.
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
  const action = form => form.getAttribute('action');
  const find = of => Array.from(document.querySelectorAll('form[method=post]'))
      .find(form => action(form) === of && !form.querySelector('[type=password], [type=file]'));

  let typed = '';
  document.addEventListener('input', event => {
    const form = event.target.form;
    if (form && find(action(form)) === form) typed = action(form);
  });
  addEventListener('pagehide', () => {
    const form = typed && find(typed);
    if (form) {
      write({place: form.dataset.place || location.pathname + location.search, action: typed,
        fields: Array.from(new FormData(form)).filter(([name]) => !OURS.includes(name))});
    }
  });
  document.addEventListener('submit', event => {
    if (action(event.target) !== '/logout') return;
    typed = '';
    sessionStorage.removeItem(KEY);
  });

  // A form that the server draws by what is in it is drawn anew; any other is filled in.
  const again = (form, fields) => {
    typed = action(form);
    if (form.dataset.draw) {
      const values = {token: form.elements.token.value};
      fields.forEach(([name, value]) => { values[name] = (values[name] || []).concat(value); });
      htmx.ajax('POST', form.dataset.draw, {target: '#' + form.id, swap: 'outerHTML', values});
      return;
    }
    const left = new Map();
    fields.forEach(([name, value]) => left.set(name, (left.get(name) || []).concat(value)));
    Array.from(form.elements).filter(field => field.name && field.type !== 'hidden').forEach(field => {
      const values = left.get(field.name) || [];
      if (field.type === 'checkbox' || field.type === 'radio') field.checked = values.includes(field.value);
      else if (values.length > 0) field.value = values.shift();
    });
    form.dispatchEvent(new Event('input', {bubbles: true}));
  };

  const kept = read();
  if (!kept) return;
  if (location.pathname === '/login') {
    write({...kept, login: true});
    return;
  }
  const login = document.getElementById('login');
  if (login) login.href = '/login?to=' + encodeURIComponent(kept.place);
  const back = performance.getEntriesByType('navigation')[0].type === 'back_forward';
  const form = find(kept.action);
  if (form && kept.place === location.pathname + location.search && (back || kept.login)) again(form, kept.fields);
  else if (kept.login) write({...kept, login: false});
})();
