/* global document, localStorage */
// Runs before the first paint, so that neither theme nor language flashes. A file and not inline: works under a strict script-src.
try {
  var root = document.documentElement;
  root.dataset.theme = localStorage.getItem('theme') === 'black' ? 'dark' : 'light';
  root.lang = localStorage.getItem('language') === 'en' ? 'en' : 'zh-CN';
} catch {
  // Storage is blocked: the defaults of the page stay.
}
