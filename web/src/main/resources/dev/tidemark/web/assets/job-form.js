'use strict';
// The form of a new job: the filter of its settings, folders that are looked for, and what a preset has put there. The
// server draws the form anew by what is in it, so that everything listens at the document.
(() => {
  const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
  let sought = '';

  function filter() {
    const more = document.getElementById('more');
    if (!more) return;
    const words = sought.toLowerCase().split(/\s+/).filter(word => word);
    let found = 0;
    all('.field', more).forEach(field => {
      const text = field.textContent.toLowerCase();
      field.hidden = !words.every(word => text.includes(word));
      if (!field.hidden) found++;
    });
    all('fieldset', more).forEach(set => { set.hidden = !set.querySelector('.field:not([hidden])'); });
    document.getElementById('filtered').textContent = words.length ? found + ' found' : '';
  }
  function ready() {
    const box = document.getElementById('filter');
    if (!box) return;
    box.closest('.seek').hidden = false;
    box.value = sought;
    filter();
  }
  ready();
  document.addEventListener('htmx:afterSettle', ready);
  // While the form is drawn anew no check takes the place of that, and what is typed meanwhile goes into the new one.
  let meanwhile = null;
  document.addEventListener('htmx:confirm', event => {
    if (meanwhile && event.detail.path === '/new/check') event.preventDefault();
  });
  document.addEventListener('htmx:beforeSend', event => {
    if (event.detail.target.id === 'job') meanwhile = new Map();
  });
  document.addEventListener('htmx:afterRequest', event => {
    if (event.detail.target?.id === 'job' && !event.detail.successful) meanwhile = null;
  });
  document.addEventListener('input', event => {
    const field = event.target;
    if (meanwhile && field.name && field.form?.id === 'job' && !['checkbox', 'radio'].includes(field.type)) {
      meanwhile.set(field.id, field.value);
    }
  });
  document.addEventListener('htmx:afterSettle', event => {
    if (event.target.id !== 'job' || !meanwhile) return;
    const typed = meanwhile;
    meanwhile = null;
    typed.forEach((value, id) => {
      const field = document.getElementById(id);
      if (!field) return;
      field.value = value;
      field.dispatchEvent(new Event('input', {bubbles: true}));
    });
  });
  // What is sought is no setting: nothing is to be worked out anew for it.
  document.addEventListener('input', event => {
    if (event.target.id === 'filter') {
      event.stopPropagation();
      sought = event.target.value;
      filter();
      return;
    }
    const box = event.target.closest('.field div:not(.browse)');
    const origin = box && box.querySelector(':scope > .origin');
    if (origin) origin.remove();
  }, true);
  document.addEventListener('keydown', event => {
    if (event.target.id !== 'filter') return;
    if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Escape' && sought) {
      event.preventDefault();
      event.target.value = sought = '';
      filter();
    }
  });

  // A complaint leads to its field, also where that is folded away.
  document.addEventListener('click', event => {
    const to = event.target.closest('.wrongs a');
    const field = to && document.getElementById(decodeURIComponent(to.hash.slice(1)));
    if (!field) return;
    event.preventDefault();
    for (let d = field.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
    field.focus();
  });

  // A folder goes into the field that it was looked for.
  function close(folders) {
    const empty = document.createElement('div');
    empty.className = 'folders';
    empty.hidden = true;
    folders.replaceWith(empty);
  }
  document.addEventListener('click', event => {
    const chosen = event.target.closest('[data-folder]');
    const closing = chosen || event.target.closest('[data-close-folders]');
    if (!closing) return;
    event.preventDefault();
    close(closing.closest('.folders'));
    const field = chosen && document.getElementById(chosen.dataset.field);
    if (!field) return;
    field.value = chosen.dataset.folder;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    field.focus();
  });
})();
