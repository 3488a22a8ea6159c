import { expect, jest, test } from '@jest/globals';
import type { MonitorRecord } from '@clusterdesk/contracts';
import { screen } from '@testing-library/react';
import { renderPage } from '../../../shared/testing/render-page.js';

// It draws on a canvas, which jsdom has not.
jest.unstable_mockModule('./load-chart.js', () => ({ LoadChart: () => null }));
const { HostCard } = await import('./host-card.js');

const host: MonitorRecord = {
  nodeId: '1',
  hostname: 'calc-01',
  kind: 'compute',
  online: true,
  lastSeen: 0,
  cpuCount: 4,
  memoryBytes: 1,
  confinement: 'namespaces',
  acceptsJobs: false,
  protections: null,
  drainedReason: null,
  alerts: [],
  cpus: [],
  mems: [],
};

test.each([
  ['a compute node that is there', host, true],
  ['one that is not heard of', { ...host, online: false }, false],
  ['a desktop, which has none to accept', { ...host, kind: 'desktop' as const }, false],
])('that jobs are not accepted is said of %s: %#', async (_which, shown, isSaid) => {
  renderPage(<HostCard host={shown} />);
  await screen.findByRole('article', { name: 'calc-01' });
  expect(screen.queryByText('Accepts no jobs') !== null).toBe(isSaid);
});

test('that a host is out of use is said on its card, with the reason', async () => {
  const drainedReason = 'Its disk is full';
  renderPage(<HostCard host={{ ...host, acceptsJobs: true, drainedReason }} />);
  await screen.findByText('Out of service');
  screen.getByText(drainedReason);
});
