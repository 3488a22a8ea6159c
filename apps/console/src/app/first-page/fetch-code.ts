import type { Visit } from './apply-theme-and-language.js';

/** Asks at once for the code that the page needs; nothing waits for the entry to find out. In development there is no list. */
export function fetchCode({ language, path }: Visit): void {
  const list = document.getElementById('first-files')?.textContent;
  if (!list) {
    return;
  }
  const files = JSON.parse(list) as Record<string, string[]>;
  const wanted = ['start', files[path] ? path : '', language].map((name) => files[name] || []);
  for (const file of wanted.flat()) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) {
      link.as = 'style';
      // Small, and of use only with the code: they would take the place of a larger file.
      link.fetchPriority = 'low';
    }
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }
}
