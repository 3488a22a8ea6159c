import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it, jest } from '@jest/globals';
import type { LivePosition } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { LiveConnection, type LiveSocket } from './live-connection.js';

type Listener = (...args: unknown[]) => void;
const listeners = new Map<string, Set<Listener>>();
const socket = {
  id: 's1',
  connected: true,
  active: true,
  on: (name: string, listener: Listener) =>
    listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
  off: (name: string, listener: Listener) => listeners.get(name)?.delete(listener),
  onAny: () => undefined,
  connect: () => undefined,
  disconnect: () => undefined,
};
jest.unstable_mockModule('./live-socket.js', () => ({
  createLiveConnection: () => new LiveConnection(socket as unknown as LiveSocket, () => true),
}));
const { LiveProvider } = await import('./live-provider.js');

const say = (name: string, ...args: unknown[]): void =>
  act(() => listeners.get(name)?.forEach((listener) => listener(...args)));

/** The connection is lost and comes back, and the server says how far two audiences are. */
function reconnect(seq: number): void {
  const position: LivePosition = { audience: 'user:u1', epoch: 'e1', seq, quietMs: 1e9 };
  say('disconnect');
  say('connect');
  say('livePosition', [position, { ...position, audience: 'topic:jobs' }]);
}

it('asks again for what it shows after a reconnect, once, and only when something was missed', async () => {
  let asked = 0;
  const queryFn = (): Promise<string> => {
    asked += 1;
    return Promise.resolve(`answer ${asked}`);
  };
  const Page = (): ReactNode => useQuery({ queryKey: ['shown'], queryFn }).data;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveProvider>
        <Page />
      </LiveProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('answer 1');
  reconnect(3);
  reconnect(3);
  reconnect(5);
  await screen.findByText('answer 2', undefined, { timeout: 5_000 });
  reconnect(6);
  await screen.findByText('answer 3', undefined, { timeout: 5_000 });
  expect(asked).toBe(3);
});
