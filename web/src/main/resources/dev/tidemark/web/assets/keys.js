'use strict';
// Keys that lead somewhere, and what copies a link. Single keys can be switched off, in the dialog that lists them.
(() => {
  const KEY = 'tidemark-keys';
  const dialog = document.getElementById('shortcuts');
  if (!dialog) return;
  const told = document.getElementById('copied');

  // ---- Copying a link ----

  // Without a secure connection a browser has no clipboard of the newer kind.
  function copyBySelecting(text) {
    const field = Object.assign(document.createElement('textarea'), {value: text});
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    return copied;
  }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (e) {
      return copyBySelecting(text);
    }
  }
  async function copyLink(button) {
    const copied = await copy(location.href);
    told.textContent = copied ? 'The link to this page is in the clipboard.' : 'The browser does not let the link be copied.';
    if (!button) return;
    const name = button.dataset.name || button.textContent;
    button.dataset.name = name;
    button.textContent = copied ? 'Copied' : 'Not copied';
    clearTimeout(button.back);
    button.back = setTimeout(() => { button.textContent = name; }, 2000);
  }
  const copies = document.querySelector('[data-copy]');
  document.querySelectorAll('[data-copy]').forEach(button => {
    button.hidden = false;
    button.addEventListener('click', () => copyLink(button));
  });

  // ---- Filters of lists ----

  const lines = filter => document.querySelectorAll(filter.dataset.filter);
  const sift = filter => {
    const words = filter.value.toLowerCase().split(/\s+/);
    lines(filter).forEach(line => { line.hidden = !words.every(word => line.textContent.toLowerCase().includes(word)); });
  };
  const filters = Array.from(document.querySelectorAll('[data-filter]'));
  filters.forEach(filter => {
    filter.closest('[hidden]')?.removeAttribute('hidden');
    filter.addEventListener('input', () => sift(filter));
    sift(filter);
  });
  // A list that comes anew is sifted again.
  document.addEventListener('htmx:afterSettle', () => filters.forEach(sift));

  // ---- Keys ----

  const seen = element => element.checkVisibility();
  const field = () => Array.from(document.querySelectorAll('main input[type="search"]')).find(seen);
  const places = new Map(Array.from(document.querySelectorAll('header nav [data-key]')).map(a => [a.dataset.key, a]));
  const remembered = () => {
    try {
      return localStorage.getItem(KEY) !== 'off';
    } catch (e) {
      return true;
    }
  };
  let on = remembered();
  const single = new Map([
    ['?', ['this list', () => open()]],
    ['/', ['search or filter the list of the page', () => { const found = field(); if (found) { found.focus(); found.select(); } }]],
    ['c', ['copy the link to the page', () => copyLink(copies)]]
  ]);

  const list = document.getElementById('keys-list');
  const line = (keys, what) => {
    const row = document.createElement('div');
    const name = Object.assign(document.createElement('dt'), {textContent: what});
    const typed = document.createElement('dd');
    keys.forEach((key, i) => typed.append(...(i ? [' then '] : []), Object.assign(document.createElement('kbd'), {textContent: key})));
    row.append(name, typed);
    list.append(row);
  };
  single.forEach(([what], key) => line([key], what[0].toUpperCase() + what.slice(1)));
  places.forEach((a, key) => line(['g', key], key === 'h' ? 'Home' : a.textContent));
  line(['Esc'], 'Leave a form or close this list');

  function open() {
    if (!dialog.open) dialog.showModal();
  }
  const opener = document.getElementById('keys-open');
  opener.hidden = false;
  opener.addEventListener('click', open);
  const box = document.getElementById('keys-on');
  box.checked = on;
  box.addEventListener('change', () => {
    on = box.checked;
    try {
      localStorage.setItem(KEY, on ? 'on' : 'off');
    } catch (e) {
      // Not remembered, then.
    }
  });

  // After a g the next key says where to go.
  let going = 0;
  const typing = target => target.isContentEditable || target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select');
  document.addEventListener('keydown', event => {
    if (!on || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.repeat
      || dialog.open || typing(event.target)) return;
    const then = going && Date.now() - going < 2000;
    going = 0;
    const act = then ? places.get(event.key) && (() => places.get(event.key).click())
      : event.key === 'g' ? () => { going = Date.now(); } : single.get(event.key)?.[1];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
