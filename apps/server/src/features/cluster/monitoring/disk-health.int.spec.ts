import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  endpoints,
  type HostDiskHealth,
  metricReportSchema,
  type DiskHealth,
} from '@clusterdesk/contracts';
import { addConnectedNodes } from '@clusterdesk/tests/features/connected-nodes.js';
import {
  call,
  signIn,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import type { ConnectedAgent } from '../agents/agent-events.js';
import { NodeAlerts } from '../alerts/node-alerts.service.js';
import { ReportIntake } from './report-intake.service.js';

let server: TestServer;
let token: string;
let agent: ConnectedAgent;

beforeAll(async () => {
  server = await startTestServer();
  token = await signIn(server.baseUrl);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.query('DELETE FROM node');
  await server.query('TRUNCATE notification');
  const [added] = await addConnectedNodes(server, 1);
  if (!added) {
    throw new Error('No node');
  }
  agent = added;
  await server.query(`UPDATE node SET secret_hash = '\\x01', is_online = true`);
});

const well: DiskHealth = {
  ...{ name: 'sda', model: 'EVO', serialEnd: '456A', type: 'ata', health: 'passed' },
  ...{ pending: 0, wear: 3, lowAttributes: [] },
};
const failing: DiskHealth = { ...well, pending: 8 };
let time = 1_000;
const tell = async (disks: DiskHealth[], given: Partial<HostDiskHealth> = {}): Promise<number> => {
  time += 1_000;
  const diskHealth = { time, disks, ...given };
  await server
    .get(ReportIntake)
    .handlers['node.report-metrics'](agent, { samples: [], diskHealth });
  return time;
};
const shown = async () =>
  (await call(server.baseUrl, endpoints.cluster.hostHistory, { nodeId: agent.nodeId }, { token }))
    .result.diskHealth;

it('shows what the agent read last of the disks', async () => {
  expect(await shown()).toBeNull();
  await tell([failing]);
  const heardAt = await tell([well]);
  expect(await shown()).toEqual({ heardAt, problem: null, disks: [{ ...well, readAt: heardAt }] });
  await tell([], { problem: 'notInstalled' });
  expect(await shown()).toMatchObject({ problem: 'notInstalled', disks: [] });
  await server.query('DELETE FROM node');
  expect(await server.query('SELECT 1 FROM node_disk_health')).toEqual([]);
});

it('keeps what a disk told before it slept or fell silent, and says when that was', async () => {
  await tell([{ name: 'sda', problem: 'asleep' }]);
  expect((await shown())?.disks).toEqual([{ name: 'sda', problem: 'asleep', readAt: null }]);
  const readAt = await tell([failing]);
  await tell([{ name: 'sda', problem: 'asleep' }]);
  await tell([
    { name: 'sda', problem: 'noAnswer' },
    { name: 'sdb', problem: 'asleep' },
  ]);
  expect((await shown())?.disks).toEqual([
    { ...failing, problem: 'noAnswer', readAt },
    { name: 'sdb', problem: 'asleep', readAt: null },
  ]);
  await tell([{ name: 'sda', problem: 'unsupported' }]);
  expect((await shown())?.disks).toEqual([{ name: 'sda', problem: 'unsupported', readAt: null }]);
});

describe('a failing disk', () => {
  const look = () => server.get(NodeAlerts).look();
  const lasting = async () =>
    (await call(server.baseUrl, endpoints.cluster.monitorData, {}, { token })).result[0]?.alerts;
  const told = async () =>
    (await server.query('SELECT kind, payload FROM notification ORDER BY id')).map(
      ({ kind, payload }) => [kind, (payload as { alert: string; reason?: string }).reason],
    );

  it('raises one alert, and ends it where all disks are well', async () => {
    const since = await tell([well, { ...failing, name: 'sdb' }]);
    await look();
    await tell([well, { ...failing, name: 'sdb' }]);
    await look();
    expect(await lasting()).toEqual([{ kind: 'disk', since, value: null, disks: ['sdb'] }]);
    expect(await told()).toEqual([['cluster.alerts-began', undefined]]);
    // It is what it was.
    await tell([well, { name: 'sdb', problem: 'asleep' }]);
    await look();
    expect(await lasting()).toHaveLength(1);
    await tell([well, { ...well, name: 'sdb' }]);
    await look();
    expect(await lasting()).toEqual([]);
    expect(await told()).toEqual([
      ['cluster.alerts-began', undefined],
      ['cluster.alerts-ended', 'recovered'],
    ]);
  });

  it('that joins others is told of, once, and the alert names them all', async () => {
    const named = async (): Promise<unknown> => (await lasting())?.[0]?.disks;
    const sentences = async (): Promise<unknown[]> =>
      (await server.query('SELECT kind, payload FROM notification ORDER BY id')).map(
        ({ kind, payload }) => {
          const { disks, isAnother } = payload as { disks?: string[]; isAnother?: true };
          return [kind, disks?.join(), isAnother];
        },
      );
    const [a, b, c] = ['sda', 'sdb', 'sdc'].map((name) => ({ ...failing, name }));
    const report = async (...disks: DiskHealth[]): Promise<void> => {
      await tell(disks);
      await look();
      await look();
    };
    const since = await tell([b!]);
    await look();
    expect(await sentences()).toEqual([['cluster.alerts-began', 'sdb', undefined]]);
    await report(b!, a!);
    expect(await lasting()).toEqual([{ kind: 'disk', since, value: null, disks: ['sda', 'sdb'] }]);
    const joined = ['cluster.alerts-began', 'sda,sdb', true];
    expect((await sentences()).slice(1)).toEqual([joined]);
    // One was replaced: nobody is told, and the alert names the other alone.
    await report({ ...well, name: 'sdb' }, a!);
    expect(await named()).toEqual(['sda']);
    // One fails in the moment in which another is replaced.
    await report({ ...well, name: 'sda' }, c!);
    expect(await named()).toEqual(['sdc']);
    // A disk that is asleep is what it was.
    await report({ name: 'sdc', problem: 'asleep' });
    expect((await sentences()).slice(2)).toEqual([['cluster.alerts-began', 'sdc', true]]);
    await report(well);
    expect(await lasting()).toEqual([]);
  });

  it('that an earlier version told of is named without being told anew', async () => {
    await tell([failing]);
    await look();
    await server.query('UPDATE node_alert SET disks = NULL');
    await server.query("UPDATE node_disk_health SET failing_disks = '{}'");
    await look();
    expect((await lasting())?.[0]?.disks).toBeUndefined();
    await tell([failing]);
    await look();
    expect((await lasting())?.[0]?.disks).toEqual(['sda']);
    expect(await told()).toHaveLength(1);
  });

  it.each<[string, Partial<DiskHealth>, number]>([
    ['its own judgement', { health: 'failed' }, 1],
    ['what it could not read', { uncorrectable: 1 }, 1],
    ['a sector that it cannot read', { pending: 1 }, 1],
    ['its wear', { wear: 90 }, 1],
    ['less wear', { wear: 89 }, 0],
    ['what it has replaced', { reallocated: 5 }, 0],
    ['a self-test that failed', { selfTest: { type: 'a', result: 'b', passed: false } }, 0],
    ['nothing that it tells', { health: undefined, problem: 'unsupported' }, 0],
  ])('is one by %s', async (_why, given, alerts) => {
    await tell([{ ...well, ...given }]);
    await look();
    expect(await lasting()).toHaveLength(alerts);
  });

  it('is not called well where nobody can tell', async () => {
    await tell([failing]);
    await look();
    await tell([], { problem: 'notInstalled' });
    await look();
    expect(await lasting()).toEqual([]);
    expect((await told())[1]).toEqual(['cluster.alerts-ended', 'unwatched']);
  });

  it('of a host that is shut out, or away, is told of no more, or still', async () => {
    await tell([failing]);
    await server.query('UPDATE node SET is_online = false');
    await look();
    expect(await lasting()).toHaveLength(1);
    await server.query('UPDATE node SET secret_hash = NULL');
    await look();
    expect(await lasting()).toEqual([]);
    await look();
    expect(await told()).toHaveLength(2);
  });
});

it.each<[string, object]>([
  ['more disks than are told of', { disks: Array.from({ length: 33 }, () => well) }],
  ['a name of any length', { disks: [{ ...well, name: 'x'.repeat(65) }] }],
  ['a serial number', { disks: [{ ...well, serialEnd: 'S5STNF0R123456A' }] }],
  ['less than nothing', { disks: [{ ...well, pending: -1 }] }],
  ['more than can be counted', { disks: [{ ...well, reallocated: 1e300 }] }],
  ['a share that is none', { disks: [{ ...well, wear: 256 }] }],
  ['a disk of another kind', { disks: [{ ...well, type: 'tape' }] }],
  ['a health of its own', { disks: [{ ...well, health: '<b>well</b>' }] }],
  [
    'more attributes than are told of',
    {
      disks: [
        {
          ...well,
          lowAttributes: Array.from({ length: 17 }, () => ({
            ...{ id: 5, name: 'a', value: 1, threshold: 2 },
          })),
        },
      ],
    },
  ],
  [
    'a result of any length',
    { disks: [{ ...well, selfTest: { type: 'a', result: 'x'.repeat(129) } }] },
  ],
  ['a problem of its own', { problem: 'because', disks: [] }],
  ['no disks at all', { disks: undefined }],
])('refuses %s', (_what, given) => {
  const reportOf = (diskHealth: object) =>
    metricReportSchema.safeParse({ samples: [], diskHealth }).success;
  expect(reportOf({ time: 1, disks: [well] })).toBe(true);
  expect(reportOf({ time: 1, ...given })).toBe(false);
});

it('reads what a terminal would heed in a model as question marks, and no moment of the future', () => {
  const disks = [{ ...well, model: 'A\u001b[31mB' }];
  const { diskHealth } = metricReportSchema.parse({
    samples: [],
    diskHealth: { time: 8e15, disks },
  });
  expect(diskHealth?.disks[0]?.model).toBe('A?[31mB');
  expect(diskHealth?.time).toBeLessThan(Date.now() + 61_000);
});
