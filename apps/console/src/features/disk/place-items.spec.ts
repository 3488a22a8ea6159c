import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DiskItem } from '@clusterdesk/contracts';

const item = (path: string): DiskItem => ({
  path,
  localPath: path.slice(path.lastIndexOf('/') + 1),
  directory: false,
  fileType: 'txt',
  size: 1,
  createDate: '2026-11-21 00:00:00',
});

/** What a folder `/to` holds already. */
const there = ['a.txt', 'b.txt'];
const calls: { path: string; body: Record<string, unknown> }[] = [];

const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
  '/user/info/disk': () => there.map((name) => item(`/to/${name}`)),
  '/user/info/checkFileSameName': (body) => ({
    sameName: there.includes(String(body['fileName'])),
    newName: `${String(body['fileName'])} (1)`,
  }),
  '/user/info/move': (body) =>
    (body['paths'] as string[]).map((path) => ({ path, newPath: `/to${path}` })),
};

const realFetch = globalThis.fetch;

beforeEach(() => {
  calls.length = 0;
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  Object.assign(globalThis, { localStorage: storage, sessionStorage: storage });
  globalThis.fetch = ((address: string, init: RequestInit) => {
    const url = new URL(address, 'http://console.test');
    const path = url.pathname.replace('/api', '');
    const body =
      init.method === 'GET'
        ? Object.fromEntries(url.searchParams)
        : (JSON.parse(init.body as string) as Record<string, unknown>);
    calls.push({ path, body });
    const result = answers[path]?.(body);
    return Promise.resolve(
      new Response(JSON.stringify({ success: true, code: 200, message: '', result })),
    );
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const { placeItems } = await import('./place-items.js');
const { queryClient } = await import('../../shared/api/query.js');
afterEach(() => queryClient.clear());

const moves = (): unknown[] =>
  calls.filter(({ path }) => path === '/user/info/move').map(({ body }) => body);
const noCopy = (): Promise<void> => Promise.reject(new Error('no copy was asked for'));

it('asks once for all, and sends free and taken names apart', async () => {
  const ask = jest.fn(() => Promise.resolve({ choice: 'keepBoth' as const, isForAll: true }));
  const items = ['/a.txt', '/b.txt', '/c.txt'].map(item);
  const { placed } = await placeItems('move', items, '/to', ask, noCopy);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(placed).toBe(3);
  expect(moves()).toEqual([
    { paths: ['/c.txt'], dir: '/to', operation: '0' },
    { paths: ['/a.txt', '/b.txt'], dir: '/to', operation: '2' },
  ]);
});

it('leaves out what the person leaves out', async () => {
  const choices = ['cancel', 'overwrite'] as const;
  let asked = 0;
  const ask = (): Promise<{ choice: 'cancel' | 'overwrite'; isForAll: boolean }> =>
    Promise.resolve({ choice: choices[asked++] ?? 'cancel', isForAll: false });
  await placeItems('move', ['/a.txt', '/b.txt'].map(item), '/to', ask, noCopy);
  const [only, ...others] = moves() as { paths: string[]; operation: string }[];
  expect(others).toEqual([]);
  expect(only?.operation).toBe('1');
  expect(only?.paths).toHaveLength(1);
});

it('copies beside the original without a question, and moves nothing to where it is', async () => {
  const ask = jest.fn(() => Promise.resolve({ choice: 'cancel' as const, isForAll: true }));
  const copied: unknown[] = [];
  const startCopy = (...copy: unknown[]): Promise<void> => {
    copied.push(copy);
    return Promise.resolve();
  };
  await placeItems('copy', [item('/to/a.txt')], '/to', ask, startCopy);
  await placeItems('move', [item('/to/a.txt')], '/to', ask, startCopy);
  expect(ask).not.toHaveBeenCalled();
  expect(copied).toEqual([[['/to/a.txt'], '/to', '2']]);
  expect(moves()).toEqual([]);
});
