import type { HostHistory } from '@clusterdesk/contracts';
import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { DiskHealthCard } from './disk-health-card.js';

type Told = NonNullable<HostHistory['diskHealth']>;
const show = (told: Told | null) =>
  renderPage(
    <main>
      <h1>n1</h1>
      <DiskHealthCard told={told} />
    </main>,
  );
const told = (...disks: Told['disks']): Told => ({ heardAt: 1, problem: null, disks });
const well: Told['disks'][number] = {
  ...{ name: 'sda', model: 'EVO', serialEnd: '456A', type: 'ata', health: 'passed', readAt: 1 },
  ...{ sizeBytes: 1024 ** 4, temperature: 34, powerOnHours: 12_345, wear: 3, pending: 0 },
  selfTest: {
    ...{ type: 'Short offline', result: 'Completed without error', passed: true },
    powerOnHours: 12_300,
  },
};
const textOf = async (name: string) => (await screen.findByRole('listitem', { name })).textContent;

test('a disk that is well says so, and what it tells', async () => {
  const { container } = show(told(well));
  const disk = await textOf('sda');
  expect(disk).toMatch(/^sdaATAHealthyModelEVO/);
  expect(disk).toContain('Serial ends in456A');
  expect(disk).toContain('Powered on12345 hours');
  expect(disk).toContain('Unreadable sectors0');
  expect(disk).toContain('Short offline: Completed without error (at 12300 hours powered on)');
  // It does not tell of them, which is not none.
  expect(disk).not.toMatch(/Replaced|Uncorrectable/);
  expect(await findA11yFaults(container)).toEqual([]);
});

test('one that fails says why, and what to do', async () => {
  const low = { id: 5, name: 'Reallocated_Sector_Ct', value: 5, threshold: 10 };
  show(
    told(
      { ...well, health: 'failed', pending: 8, lowAttributes: [low] },
      { ...well, name: 'sdb', reallocated: 2 },
    ),
  );
  const failing = await textOf('sda');
  expect(failing).toMatch(/^sdaATAFailing/);
  expect(failing).toMatch(/health check failed.*replace it now/);
  expect(failing).toMatch(/sectors that cannot be read/);
  expect(failing).toContain('threshold of the maker: Reallocated_Sector_Ct (5 ≤ 10)');
  expect(await textOf('sdb')).toMatch(/^sdbATAWatchIt has replaced sectors/);
});

test('one that tells nothing now says why, and what it told before', async () => {
  show(
    told(
      { ...well, problem: 'asleep' },
      { name: 'sdb', problem: 'unsupported', readAt: null },
      { ...well, name: 'sdc', problem: 'noAnswer', wear: 95 },
    ),
  );
  expect(await textOf('sda')).toMatch(/Healthy.*asleep and was not woken.*was read at/);
  const unknown = await textOf('sdb');
  expect(unknown).toMatch(/Unknown.*does not support SMART/);
  expect(unknown).not.toMatch(/read at|Last self-test/);
  expect(await textOf('sdc')).toMatch(/Failing.*no readable answer.*nearly used up/);
});

test('those that somebody has to look at come first', async () => {
  show(
    told(
      well,
      { name: 'sdb', problem: 'unsupported', readAt: null },
      { ...well, name: 'sdc', reallocated: 1 },
      { ...well, name: 'sdd', health: 'failed' },
    ),
  );
  const names = (await screen.findAllByRole('listitem')).map((disk) =>
    disk.getAttribute('aria-label'),
  );
  expect(names).toEqual(['sdd', 'sdc', 'sda', 'sdb']);
});

test.each<[string, Told | null, RegExp]>([
  ['the agent has not told', null, /upgrade the agent/],
  ['there are none', told(), /no physical disks/],
  ['smartctl is missing', { ...told(), problem: 'notInstalled' }, /Install smartmontools/],
  ['the agent is not root', { ...told(), problem: 'notPermitted' }, /Run it as root/],
  ['it is too old', { ...told(), problem: 'noAnswer' }, /version 7.0/],
])('says when %s', async (_when, given, words) => {
  show(given);
  const card = await screen.findByRole('region', { name: 'Disk health' });
  within(card).getByText(words);
  expect(within(card).queryAllByRole('listitem')).toEqual([]);
});
