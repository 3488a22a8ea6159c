import { expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { LiveCache } from '../cache/live-cache.js';
import type { LiveConnection } from '../connection/live-connection.js';
import { lazyLiveRules, onEvent } from './live-rules.js';
import { applyLiveRules } from './use-live-rules.js';

type Listener = (...payload: unknown[]) => void;

/** A connection that the test speaks for. */
function fakeConnection() {
  const listeners = new Map<string, Listener>();
  const connection: Pick<LiveConnection, 'on'> = {
    on: (name, listener) => {
      listeners.set(name, listener as unknown as Listener);
      return () => listeners.delete(name);
    },
  };
  return {
    connection,
    say: (name: string, ...payload: unknown[]) => listeners.get(name)?.(...payload),
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('fetches the code at the first event, which each rule of its name hears once', async () => {
  const { connection, say } = fakeConnection();
  const cache = new LiveCache(new QueryClient());
  const heard = jest.fn();
  const rules = [
    onEvent('projectsChanged', (_, { projectId }) => void heard('project', projectId)),
    onEvent('trashChanged', (_, ref) => void heard('trash', ref)),
  ];
  const load = jest.fn(() => Promise.resolve(rules));
  const stop = applyLiveRules(
    lazyLiveRules(load, { projectsChanged: true, trashChanged: true }),
    connection,
    cache,
  );
  expect(load).not.toHaveBeenCalled();
  say('projectsChanged', { projectId: 'p1' });
  await settled();
  expect(heard.mock.calls).toEqual([['project', 'p1']]);
  say('trashChanged', { space: 'disk' });
  await settled();
  expect(heard.mock.calls.at(-1)).toEqual(['trash', { space: 'disk' }]);
  stop();
  say('projectsChanged', { projectId: 'p1' });
  await settled();
  expect(heard).toHaveBeenCalledTimes(2);
});

it('takes no file of rules of which an event is not named', () => {
  const load = () =>
    Promise.resolve([
      onEvent('projectsChanged', () => undefined),
      onEvent('trashChanged', () => undefined),
    ]);
  // @ts-expect-error The rule for what changes in the trash would never run.
  const { events } = lazyLiveRules(load, { projectsChanged: true });
  expect(Object.keys(events)).toEqual(['projectsChanged']);
});

it('fetches nothing for an event that is about something else', async () => {
  const { connection, say } = fakeConnection();
  const cache = new LiveCache(new QueryClient());
  const load = jest.fn(() => Promise.resolve([]));
  applyLiveRules(
    lazyLiveRules<'trashChanged'>(load, { trashChanged: (_, { space }) => space === 'project' }),
    connection,
    cache,
  );
  say('trashChanged', { space: 'disk' });
  await settled();
  expect(load).not.toHaveBeenCalled();
  say('trashChanged', { space: 'project', spaceId: 'p1' });
  await settled();
  expect(load).toHaveBeenCalledTimes(1);
});

it('asks for everything again where the code cannot be had', async () => {
  const { connection, say } = fakeConnection();
  const queries = new QueryClient();
  queries.setQueryData(['projects', '/project/list'], []);
  applyLiveRules(
    lazyLiveRules<'projectsChanged'>(() => Promise.reject(new TypeError('no network')), {
      projectsChanged: true,
    }),
    connection,
    new LiveCache(queries),
  );
  say('projectsChanged', { projectId: null });
  await settled();
  expect(queries.getQueryState(['projects', '/project/list'])?.isInvalidated).toBe(true);
});
