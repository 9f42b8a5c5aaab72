'use strict';
(() => {
  const root = document.documentElement;
  const preferred = matchMedia('(prefers-color-scheme: dark)');
  const dark = () => root.dataset.theme ? root.dataset.theme === 'dark' : preferred.matches;

  // A part of a page, made anew by the server: the one place where a script makes HTML of a text.
  window.tidemarkPart = address => fetch(address, {headers: {'HX-Request': 'true', Accept: 'text/html'}}).then(answer => {
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  }).then(html => {
    const template = document.createElement('template');
    template.innerHTML = html;
    return template.content;
  });

  // Light and dark. A page with a report has a switch of its own, which this one only remembers.
  new MutationObserver(() => {
    try {
      localStorage.setItem('tidemark-theme', root.dataset.theme);
    } catch (e) {
      // Not remembered, then.
    }
  }).observe(root, {attributes: true, attributeFilter: ['data-theme']});
  const theme = document.getElementById('theme');
  if (theme && !document.getElementById('pairs')) {
    const name = () => { theme.textContent = dark() ? 'Light' : 'Dark'; };
    theme.hidden = false;
    theme.addEventListener('click', () => { root.dataset.theme = dark() ? 'light' : 'dark'; name(); });
    preferred.addEventListener('change', name);
    name();
  }

  // What is wrong with a field is said beside it; the field itself shows it, too.
  document.addEventListener('htmx:afterRequest', () => {
    document.querySelectorAll('[id^="wrong-"]').forEach(told => {
      const field = document.getElementById(told.id.slice('wrong-'.length));
      if (field) field.setAttribute('aria-invalid', told.textContent && !told.querySelector('.taken') ? 'true' : 'false');
    });
  });

  // A page that was refused begins at the first field that is wrong.
  const refused = document.querySelector('main [aria-invalid="true"]');
  if (refused) refused.focus();

  // What stands unfolded stays so when its part of the page comes anew.
  let unfolded = [];
  document.addEventListener('htmx:beforeSwap', event => {
    unfolded = Array.from(event.detail.target.querySelectorAll('details[open][id]')).map(d => d.id);
  });
  document.addEventListener('htmx:afterSettle', () => {
    unfolded.forEach(id => {
      const again = document.getElementById(id);
      if (again) again.open = true;
    });
    unfolded = [];
  });

  // Going back to what was looked for loads the page, with its scripts; by itself htmx would put a part in its place.
  document.addEventListener('htmx:historyCacheMiss', event => {
    event.preventDefault();
    location.reload();
  });

  // An impatient hand sends a form once.
  document.addEventListener('submit', event => {
    if (event.defaultPrevented || event.target.method !== 'post') return;
    const able = disabled => event.target.querySelectorAll('button').forEach(b => { b.disabled = disabled; });
    setTimeout(() => able(true));
    setTimeout(() => able(false), 4000);
  });

  // How many lines of a list are chosen is said beside what can be done with them.
  const countChosen = () => {
    const told = document.querySelector('[data-chosen]');
    const chosen = document.querySelectorAll('[form="chosen-reports"]:checked').length;
    if (told) told.textContent = chosen ? chosen + ' chosen' : '';
  };
  document.addEventListener('change', countChosen);
  document.addEventListener('htmx:afterSettle', countChosen);
  addEventListener('pageshow', countChosen); // going back, a browser ticks what was ticked

  // A session that has ended, or a server that is gone, is told where the page goes on asking.
  const notice = document.getElementById('notice');
  const tell = (text, login) => {
    if (notice.textContent === '' || !login) notice.textContent = text;
    notice.hidden = text === '';
    if (login && !notice.querySelector('a')) {
      const link = document.createElement('a');
      const form = document.querySelector('form[data-place]');
      link.href = '/login?to=' + encodeURIComponent(form ? form.dataset.place : location.pathname + location.search);
      link.textContent = 'Log in again';
      notice.append(' ', link);
    }
  };
  document.addEventListener('htmx:responseError', event => {
    const status = event.detail.xhr.status;
    if (status === 401) tell('Your session has ended. What is typed here is kept in this tab.', true);
    else if (status === 403) tell('This page is out of date: load it again.', false);
    else if (status >= 500) tell('The server could not answer this; it is asked again.', false);
  });
  document.addEventListener('htmx:sendError', () => tell('The server does not answer; it is asked again.', false));
  document.addEventListener('htmx:afterOnLoad', event => {
    if (event.detail.xhr.status < 400) tell('', false);
  });

  // Escape leaves for the page that one came from; not where something was typed, or a list is closed by it.
  let typed = false;
  document.addEventListener('input', () => { typed = true; });
  document.addEventListener('keydown', event => {
    const leave = document.querySelector('a[data-leave]');
    if (event.key === 'Escape' && leave && !typed && !event.target.closest('input, select, textarea')) {
      event.preventDefault(); // by itself the key stops what is being loaded, which would be the page that it leads to
      leave.click();
    }
  });
})();
