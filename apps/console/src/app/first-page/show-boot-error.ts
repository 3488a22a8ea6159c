const tooOld =
  '浏览器版本过旧，无法打开云枢。请使用 Chrome 或 Edge 111、Firefox 114、Safari 16.4 或更高版本。' +
  ' This browser is too old for ClusterDesk. Please use Chrome or Edge 111, Firefox 114, Safari 16.4 or newer.';

/** A script that cannot be fetched or understood must not leave the skeleton there for good. */
export function showBootError(): void {
  const fail = (event: Event): void => {
    const { target } = event;
    const isOurs = !(target instanceof Element) || target.tagName === 'SCRIPT';
    if (isOurs && document.querySelector('#root > .sk')) {
      document.documentElement.dataset['failed'] = '';
    }
  };
  addEventListener('error', fail, true);
  addEventListener('unhandledrejection', fail);

  // The floor of README.md, by two of its youngest parts.
  if (!('toSorted' in Array.prototype) || !CSS.supports('color', 'color-mix(in srgb, red, blue)')) {
    document.addEventListener('DOMContentLoaded', () => {
      const note = document.createElement('p');
      note.setAttribute('role', 'alert');
      note.textContent = tooOld;
      document.body.prepend(note);
    });
  }
}
