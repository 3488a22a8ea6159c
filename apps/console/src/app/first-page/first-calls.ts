import { pageOfSort, readFilesSort } from '../../shared/file-browser/api/first-list.js';
import { firstPaths } from '../../shared/paths.js';
import type { FirstAnswer } from '../../shared/api/first-answers.js';
import type { Visit } from './apply-theme-and-language.js';

/** What is asked before there is code: an address, and the body of a POST. */
interface FirstCall {
  url: string;
  input?: object;
}

/** The folder that My files will show; null: another page, or a search. */
export function firstFolder(path: string, search: string): string | null {
  const asked = new URLSearchParams(search);
  return path === firstPaths.myFiles && !asked.get('key') ? asked.get('dir') || '/' : null;
}

/**
 * The calls that `askForFirstPage` will make, spelled out: the contracts are too heavy to stand in the page. A test holds the
 * two together. The list comes first: its answer takes the longest.
 */
export function firstCalls(path: string, search: string): FirstCall[] {
  const dir = firstFolder(path, search);
  return [
    ...(dir === null
      ? []
      : [{ url: '/api/user/info/disk', input: { path: dir, ...pageOfSort(readFilesSort(), 0) } }]),
    { url: '/api/menu/getUserMenuListTree', input: {} },
    { url: '/api/user/info/detail' },
  ];
}

function ask({ url, input }: FirstCall, headers: Record<string, string>): FirstAnswer {
  const body = input ? JSON.stringify(input) : null;
  const response = fetch(url, {
    method: input ? 'POST' : 'GET',
    headers: input ? { ...headers, 'Content-Type': 'application/json' } : headers,
    body,
  });
  // Who takes the answer says what went wrong; that nobody does is no fault.
  response.catch(() => undefined);
  return { url, body, headers, sentAt: Date.now(), response };
}

/** Asks for what the page will show, while its code is on the way (`takeFirstAnswer`). */
export function askAtOnce({ language, token, path }: Visit): void {
  if (token === null || path === firstPaths.login) {
    return;
  }
  const headers = {
    'Accept-Language': language === 'en' ? 'en' : 'zh-CN',
    Authorization: token,
  };
  globalThis.firstAnswers = firstCalls(path, location.search).map((call) => ask(call, headers));
}
