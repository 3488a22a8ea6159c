import { afterEach, beforeEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { laterWords, type Namespace } from '../app/features.js';
import { catalogues } from '../app/i18n/catalogues.js';
import { bringWords } from '../app/i18n/later-words.js';
import { queryClient } from '../shared/api/query.js';
import { initI18n } from '../shared/i18n/i18n.js';

/** Component tests: what jsdom lacks, the words, and a clean page before each test. */

/** Nothing changes its size in jsdom. */
class SilentObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const toMediaQuery = (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
});

globalThis.ResizeObserver = SilentObserver;
window.matchMedia = toMediaQuery;
// Long lists draw what fits: here as much as on a screen.
Object.defineProperty(Element.prototype, 'clientHeight', { get: () => 900 });
Object.defineProperty(Element.prototype, 'clientWidth', { get: () => 1440 });
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect();
window.scrollTo = () => {};
// With a promise, as newer browsers do; the types know of none yet.
Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined;
Element.prototype.scrollTo = () => {};
// jsdom refuses to compute styles of pseudo elements, and says so for each call.
const { getComputedStyle } = window;
window.getComputedStyle = (element) => getComputedStyle.call(window, element);

// antd's own styles stay out of the document (render-page.tsx); this is the part of them that tests see.
const hiding = document.createElement('style');
hiding.textContent = '[class*="-hidden"]:not(.visually-hidden) { display: none; }';
document.head.append(hiding);

configure({ asyncUtilTimeout: 5_000 });
localStorage.setItem('language', 'en');
await initI18n(catalogues);
await bringWords(...(Object.keys(laterWords) as Namespace[]));

beforeEach(() => {
  localStorage.setItem('token', 'token-of-the-test');
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
});
