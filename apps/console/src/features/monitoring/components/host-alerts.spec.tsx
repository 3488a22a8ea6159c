import { expect, it } from '@jest/globals';
import type { NodeAlert } from '@clusterdesk/contracts';
import { screen } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { HostAlerts } from './host-alerts.js';

const since = Date.UTC(2026, 10, 23, 8, 30);
const alerts: NodeAlert[] = [
  { kind: 'cpu', since, value: 98.4 },
  { kind: 'offline', since, value: null },
  { kind: 'disk', since, value: null, disks: ['sda', 'sdb'] },
];

it('the alerts of a host are tags that say since when', async () => {
  const { container, user } = renderPage(<HostAlerts alerts={alerts} />);
  const busy = await screen.findByText('Alert: high CPU');
  screen.getByText('Alert: offline');
  screen.getByText(/^Since .*2026.*, 98% on average when it was raised$/);
  screen.getByText(/^Since .*2026.*: sda, sdb$/);
  await user.tab();
  expect(busy.closest('[tabindex]')).toBe(document.activeElement);
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/98% on average/);
  expect(await findA11yFaults(container)).toEqual([]);
});

it('a host without alerts has no tag', () => {
  const { container } = renderPage(<HostAlerts alerts={[]} />);
  expect(container.textContent).not.toContain('Alert');
});
