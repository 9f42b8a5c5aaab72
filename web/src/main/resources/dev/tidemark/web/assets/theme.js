'use strict';
// Before anything is drawn: the choice between light and dark that was made on another page.
(() => {
  try {
    const chosen = localStorage.getItem('tidemark-theme');
    if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
  } catch (e) {
    // A browser may keep nothing; then the system's preference holds.
  }
})();
