import { limits } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { queryClient } from '../../shared/api/query.js';
import { firstSort, pageSize, readFilesSort } from '../../shared/file-browser/api/first-list.js';
import { initI18n } from '../../shared/i18n/i18n.js';
import { askForFirstPage } from './ask-for-first-page.js';
import { askAtOnce } from './first-calls.js';

const kept = new Map<string, string>();
const fetchMock = jest.fn<typeof fetch>();

/** The page is opened: its own script runs, then its code. */
const visit = { language: 'cn', token: 'secret', path: '/myDoc' } as const;

beforeEach(async () => {
  kept.clear();
  kept.set('token', 'secret');
  const location = { pathname: '/myDoc', search: '?dir=%2Fa' };
  Object.assign(globalThis, {
    localStorage: { getItem: (key: string) => kept.get(key) ?? null },
    document: { documentElement: {} },
    location,
    window: { location },
    fetch: fetchMock,
    firstAnswers: undefined,
  });
  queryClient.clear();
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => {
    const body = { success: true, code: 200, message: '', result: [] };
    return new Response(JSON.stringify(body));
  });
  await initI18n({ cn: async () => ({ common: {} }), en: async () => ({ common: {} }) });
});

const asked = (): unknown[] => fetchMock.mock.calls.map(([address]) => address);

describe('the calls of the page itself', () => {
  it('are those that its code would make, which takes their answers', async () => {
    askAtOnce(visit);
    expect(asked()).toEqual([
      '/api/user/info/disk',
      '/api/menu/getUserMenuListTree',
      '/api/user/info/detail',
    ]);
    await askForFirstPage();
    expect(fetchMock).toHaveBeenCalledTimes(3);
    expect(globalThis.firstAnswers).toEqual([]);
  });

  it('ask for the order in which the user left his files', async () => {
    kept.set('userId', 'u1');
    kept.set('clusterdesk.sorting.u1.files', '{"id":"size","desc":true}');
    askAtOnce(visit);
    const [, init] = fetchMock.mock.calls[0] ?? [];
    expect(JSON.parse(String(init?.body))).toMatchObject({ sort: 'size', order: 'desc' });
    await askForFirstPage();
    expect(fetchMock).toHaveBeenCalledTimes(3);
    kept.set('clusterdesk.sorting.u1.files', '[not json');
    expect(readFilesSort()).toEqual(firstSort);
  });

  it('are made again for another session or language, and when they are old', async () => {
    askAtOnce({ ...visit, token: 'of somebody else' });
    await askForFirstPage();
    expect(fetchMock).toHaveBeenCalledTimes(6);
    queryClient.clear();
    fetchMock.mockClear();
    askAtOnce({ ...visit, language: 'en' });
    await askForFirstPage();
    expect(fetchMock).toHaveBeenCalledTimes(6);
    queryClient.clear();
    fetchMock.mockClear();
    askAtOnce(visit);
    globalThis.firstAnswers?.forEach((answer) => (answer.sentAt -= 6_000));
    await askForFirstPage();
    expect(fetchMock).toHaveBeenCalledTimes(6);
  });

  it('are none for a stranger, on the login page, and of a search only those of every page', () => {
    askAtOnce({ ...visit, token: null });
    askAtOnce({ ...visit, path: '/login' });
    expect(fetchMock).not.toHaveBeenCalled();
    Object.assign(globalThis, { location: { search: '?key=a' } });
    askAtOnce(visit);
    expect(asked()).toEqual(['/api/menu/getUserMenuListTree', '/api/user/info/detail']);
  });

  it('ask for half of what a page may have', () => {
    expect(pageSize).toBe(limits.maxPageSize / 2);
  });
});
