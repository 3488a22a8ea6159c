// Stands in the page itself and runs before its first paint: theme and language do not flash, the skeleton has the shape of
// the page that comes, and what this page needs is asked for at once. The server allows it by its hash (server: console-files.ts).
(() => {
  const root = document.documentElement;
  let path = location.pathname;
  let isSignedIn = false;
  let language = 'cn';
  try {
    root.dataset.theme = localStorage.getItem('theme') === 'black' ? 'dark' : 'light';
    language = localStorage.getItem('language') === 'en' ? 'en' : 'cn';
    isSignedIn = localStorage.getItem('token') !== null;
  } catch {
    // Storage is blocked: the defaults stay.
  }
  root.lang = language === 'en' ? 'en' : 'zh-CN';
  if (!isSignedIn || path === '/') {
    path = '/login';
  }
  root.dataset.page = path === '/login' ? 'login' : path === '/workPlat' ? 'workbench' : 'shell';

  // A script that cannot be fetched or understood must not leave the skeleton there for good.
  const fail = (event) => {
    const isOurs = !event.target || !event.target.tagName || event.target.tagName === 'SCRIPT';
    if (isOurs && document.querySelector('#root > .sk')) {
      root.dataset.failed = '';
    }
  };
  addEventListener('error', fail, true);
  addEventListener('unhandledrejection', fail);

  // The floor of README.md, by two of its youngest parts.
  if (!Array.prototype.toSorted || !CSS.supports('color', 'color-mix(in srgb, red, blue)')) {
    document.addEventListener('DOMContentLoaded', () => {
      const note = document.createElement('p');
      note.setAttribute('role', 'alert');
      note.textContent =
        '浏览器版本过旧，无法打开云枢。请使用 Chrome 或 Edge 111、Firefox 114、Safari 16.4 或更高版本。' +
        ' This browser is too old for ClusterDesk. Please use Chrome or Edge 111, Firefox 114, Safari 16.4 or newer.';
      document.body.prepend(note);
    });
  }

  const data = document.getElementById('first-files');
  if (!data) {
    return;
  }
  const lists = JSON.parse(data.textContent);
  lists[language].concat(lists[path] || lists['']).forEach((file) => {
    const link = document.createElement('link');
    if (/\.css$/.test(file)) {
      link.rel = 'preload';
      link.as = 'style';
    } else {
      link.rel = 'modulepreload';
    }
    link.crossOrigin = '';
    link.href = file;
    document.head.appendChild(link);
  });
})();
