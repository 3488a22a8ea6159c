import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words as commonCn } from '../src/shared/i18n/words.cn.js';
import { words as commonEn } from '../src/shared/i18n/words.en.js';
import { words as signInCn } from '../src/features/identity/sign-in/words.cn.js';
import { words as signInEn } from '../src/features/identity/sign-in/words.en.js';

const both = (cn: string, en: string): string =>
  `<span lang="zh-CN">${cn}</span><span lang="en">${en}</span>`;
const common = (key: keyof typeof commonCn): string => both(commonCn[key], commonEn[key]);
const signIn = (key: keyof typeof signInCn): string => both(signInCn[key], signInEn[key]);
const blocks = (count: number): string => '<i></i>'.repeat(count);

/** The platform's mark, drawn in the page: a picture of its own would be another request. */
const favicon = readFileSync(join(import.meta.dirname, '../public/favicon.svg'), 'utf8').trim();
let marks = 0;
const mark = (): string => {
  marks += 1;
  // A gradient that stands in what is not shown does not paint: each mark has its own.
  return favicon.replaceAll(/(id="|url\(#)g/g, `$1mark${marks}`);
};
const brand = (): string =>
  `${mark()}<b>${common('productName')}</b><small lang="zh-CN">ClusterDesk</small>`;

/**
 * What the page shows before any script has come: the shape of the login page, the shell or the workbench, chosen by
 * `html[data-page]` (first-page/in-page.ts), with the words that stay. React's first render takes its place.
 */
export const skeletonHtml = [
  `<div class="sk sk-login" aria-hidden="true"><div class="sk-art">${mark()}<b>${common('productName')}</b>`,
  `<p>${signIn('slogan')}</p></div><div class="sk-side"><div class="sk-box"><b>${signIn('signIn')}</b>`,
  `<p>${signIn('signInHint')}</p><div class="sk-field">${signIn('loginName')}</div>`,
  `<div class="sk-field">${signIn('password')}</div><div class="sk-button">${signIn('signIn')}</div></div></div></div>`,
  `<div class="sk sk-shell" aria-hidden="true"><div class="sk-top">${brand()}<i></i></div>`,
  `<div class="sk-main">${blocks(9)}</div><div class="sk-dock"><i></i></div></div>`,
  `<div class="sk sk-workbench" aria-hidden="true"><div class="sk-top">${brand()}<i></i></div>`,
  `<div class="sk-bench"><div class="sk-cards">${blocks(4)}</div><div class="sk-tiles">${blocks(15)}</div></div>`,
  `<div class="sk-dock"><i></i></div></div>`,
  `<div class="sk-failed" role="alert"><p lang="zh-CN">页面未能加载。请检查网络后<a href="">重新加载</a>；若反复出现，请换用较新的浏览器。</p>`,
  `<p lang="en">The page could not be loaded. Check the network and <a href="">reload</a>; if this comes again, try a newer browser.</p></div>`,
].join('');

/** Its looks, without comments and line breaks. */
export const skeletonCss = readFileSync(join(import.meta.dirname, 'skeleton.css'), 'utf8')
  .replace(/\/\*[^]*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .trim();
