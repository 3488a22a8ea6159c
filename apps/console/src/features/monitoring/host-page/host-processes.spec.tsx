import { expect, jest, test } from '@jest/globals';
import type { HostProcess } from '@clusterdesk/contracts';
import { act, screen } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { renderPage } from '../../../shared/testing/render-page.js';

type Told = (event: { nodeId: string; processes: HostProcess[] }) => void;
let tell: Told = () => undefined;
const watched: unknown[] = [];
jest.unstable_mockModule('../../../shared/live/connection/live-provider.js', () => ({
  useWatch: (topic: unknown) => watched.push(topic),
  useLiveEvent: (_name: string, listener: Told) => (tell = listener),
}));
const { HostProcesses } = await import('./host-processes.js');

const processes: HostProcess[] = [
  { pid: 1, name: 'database', user: 'postgres', cpu: 2, memoryBytes: 2 * 1024 ** 3 },
  { pid: 2, name: 'solver', user: 'ann', cpu: 150, memoryBytes: 1024 ** 2 },
];

test('names what uses most of the host, by processors or by memory', async () => {
  const { user, container } = renderPage(
    <main>
      <h1>n1</h1>
      <HostProcesses nodeId="n1" online />
    </main>,
  );
  await screen.findByText(/few seconds/);
  expect(watched).toContainEqual({ topic: 'host', nodeId: 'n1' });
  act(() => tell({ nodeId: 'another', processes }));
  expect(screen.queryByRole('table')).toBeNull();
  act(() => tell({ nodeId: 'n1', processes }));
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(rows()).toEqual(['solverann150.0%1.00 MB2', 'databasepostgres2.0%2.00 GB1']);
  expect(await findA11yFaults(container)).toEqual([]);
  await user.click(screen.getByText('By memory'));
  expect(rows()[0]).toContain('database');
});

test('a host that is away says nothing of its processes', async () => {
  renderPage(<HostProcesses nodeId="n1" online={false} />);
  await screen.findByText(/offline/);
});
