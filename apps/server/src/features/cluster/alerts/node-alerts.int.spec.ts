import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, lookForAlerts, type NodeAlert } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import { alertCpuPercent, alertMemoryPercent, alertOfflineMinutes } from './node-alert.settings.js';
import { NodeAlerts } from './node-alerts.service.js';

const { cluster, desktops } = endpoints;
let platform: SpecPlatform;
let watcher: SpecUser;
let keeper: SpecUser;
const look = () => platform.get(NodeAlerts).look();

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  watcher = await platform.addUser('watcher', ['/platformMonitoring', '/calculateDot']);
  keeper = await platform.addUser('keeper', ['/desktopDot']);
  await platform.addUser('viewer', ['/platformMonitoring']);
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM node');
  await platform.query('TRUNCATE notification, node_metric');
});

/** A node whose agent was here; nobody marks it as silent while it is online. */
async function addNode(name: string, kind = 'compute'): Promise<string> {
  const [row] = await platform.query(
    `INSERT INTO node (kind, name, secret_hash, last_seen_at) VALUES ($3, $1, $2, now() + interval '1 hour')
     RETURNING id`,
    [name, randomBytes(32), kind],
  );
  return String(row?.['id']);
}

/** Samples of the last so many seconds, as an agent takes them. */
const report = (nodeId: string, seconds: number, { cpu = 10, mem = 10 }) =>
  platform.query(
    `INSERT INTO node_metric (node_id, time, cpu, mem)
     SELECT $1, time, $3, $4 FROM generate_series(now() - make_interval(secs => $2), now(), interval '2 seconds') AS time`,
    [nodeId, seconds, cpu, mem],
  );
const busy = (nodeId: string) => report(nodeId, 605, { cpu: 98 });

/** Time passes: what was sampled, and when it ended, is so much longer ago. */
const wait = async (seconds: number) => {
  await platform.query(
    `WITH sample AS (DELETE FROM node_metric RETURNING *)
     INSERT INTO node_metric (node_id, time, cpu, mem)
     SELECT node_id, time - make_interval(secs => $1), cpu, mem FROM sample`,
    [seconds],
  );
  await platform.query('UPDATE node_alert SET ended_at = ended_at - make_interval(secs => $1)', [
    seconds,
  ]);
};
const leave = (nodeId: string, minutes: number) =>
  platform.query(
    `UPDATE node SET is_online = false, offline_since = now() - make_interval(mins => $2) WHERE id = $1`,
    [nodeId, minutes],
  );
const comeBack = (nodeId: string) =>
  platform.query('UPDATE node SET is_online = true, offline_since = NULL WHERE id = $1', [nodeId]);

/** What a user was told, oldest first. */
const told = async (name = 'watcher'): Promise<Record<string, unknown>[]> =>
  (
    await platform.query(
      `SELECT notification.kind, notification.payload FROM notification JOIN user_account ON user_account.id = user_id
       WHERE user_name = $1 ORDER BY notification.id`,
      [name],
    )
  ).map(({ kind, payload }) => ({ kind, ...(payload as object) }));

const lasting = async (hostname: string): Promise<NodeAlert[]> => {
  const { result } = await platform.call(watcher, cluster.monitorData, { hostname });
  return result[0]?.alerts ?? [];
};
const began = 'cluster.alerts-began';
const ended = 'cluster.alerts-ended';

describe('a node that is busy for ten minutes', () => {
  it('raises one alert, told once to those who may change such nodes, and none after a restart', async () => {
    const frozen = await platform.addUser('frozen', ['/calculateDot']);
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [frozen.id]);
    await busy(await addNode('calc-01'));
    await look();
    await look();
    await platform.restart();
    await look();
    const notice = { alert: 'cpu', hosts: ['calc-01'], count: 1, percent: 95, minutes: 10 };
    expect(await told()).toEqual([{ kind: began, ...notice, value: 98 }]);
    expect(await told('admin')).toHaveLength(1);
    expect(await told('keeper')).toEqual([]);
    expect(await told('viewer')).toEqual([]);
    expect(await told('frozen')).toEqual([]);
    const [alert, ...others] = await lasting('calc-01');
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ kind: 'cpu', value: 98 });
    const minutes = (Date.now() - alert!.since) / 60_000;
    expect(minutes).toBeGreaterThan(9.9);
    expect(minutes).toBeLessThan(11);
  });

  it('raises it once when several workers look at the same moment', async () => {
    const nodeId = await addNode('calc-01');
    await busy(nodeId);
    const data = { DATABASE_URL: platform.config.databaseUrl!, DATA_DIR: platform.config.dataDir };
    const workers = await Promise.all(
      [1, 2].map(() =>
        SpecPlatform.open({
          withWorker: true,
          environment: data,
          timings: { tasks: { dueWorkMs: 200 } },
        }),
      ),
    );
    try {
      const looks = [...workers, ...workers, ...workers].map((one) => one.get(NodeAlerts).look());
      await Promise.all([...looks, look()]);
      await waitFor('it is told', async () => (await told()).length > 0);
      expect(await told()).toHaveLength(1);
      expect(await platform.query('SELECT 1 FROM node_alert')).toHaveLength(1);
      // It ends when its time has come, which is soon by itself.
      expect(lookForAlerts.due).toEqual({ everyMs: 30_000 });
      await platform.query('UPDATE node SET secret_hash = NULL WHERE id = $1', [nodeId]);
      await platform.makeDue(lookForAlerts);
      await waitFor('it is over', async () => (await lasting('calc-01')).length === 0);
    } finally {
      await Promise.all(workers.map((one) => one.close()));
    }
  });

  it.each([
    [
      'was at rest for a moment',
      "UPDATE node_metric SET cpu = 90 WHERE time > now() - interval '5 minutes' AND time < now() - interval '290 seconds'",
    ],
    [
      'was away for half of it',
      `DELETE FROM node_metric WHERE time < now() - interval '5 minutes'`,
    ],
    ['said nothing of late', `DELETE FROM node_metric WHERE time > now() - interval '40 seconds'`],
    ['has no key any more', 'UPDATE node SET secret_hash = NULL'],
  ])('raises none when it %s', async (_, change) => {
    await busy(await addNode('calc-01'));
    await platform.query(change);
    await look();
    expect(await told()).toEqual([]);
  });

  it('is told to be well after two minutes at rest, not before', async () => {
    const nodeId = await addNode('calc-01');
    await busy(nodeId);
    await look();
    await wait(100);
    await report(nodeId, 98, { cpu: 20 });
    await look();
    expect(await told()).toHaveLength(1);
    await wait(30);
    await report(nodeId, 28, { cpu: 20 });
    await look();
    await look();
    expect((await told()).slice(1)).toEqual([
      { kind: ended, alert: 'cpu', hosts: ['calc-01'], count: 1, percent: 95, reason: 'recovered' },
    ]);
    expect(await lasting('calc-01')).toEqual([]);
  });

  it('raises one for each of processors and memory; none of what is switched off', async () => {
    const settings = platform.get(Settings);
    await report(await addNode('calc-01'), 605, { cpu: 98, mem: 97 });
    try {
      await settings.set(alertMemoryPercent, null);
      await look();
      expect((await lasting('calc-01')).map(({ kind }) => kind)).toEqual(['cpu']);
      await settings.set(alertMemoryPercent, 96);
      await look();
      expect((await lasting('calc-01')).map(({ kind }) => kind)).toEqual(['cpu', 'memory']);
      await settings.set(alertCpuPercent, null);
      await look();
      expect((await lasting('calc-01')).map(({ kind }) => kind)).toEqual(['memory']);
      expect((await told()).at(-1)).toMatchObject({
        kind: ended,
        alert: 'cpu',
        reason: 'unwatched',
      });
    } finally {
      await settings.set(alertMemoryPercent, 95);
      await settings.set(alertCpuPercent, 95);
    }
  });

  it('and then silent for as long is not watched any more', async () => {
    const nodeId = await addNode('calc-01');
    await busy(nodeId);
    await look();
    await leave(nodeId, 11);
    await look();
    expect((await lasting('calc-01')).map(({ kind }) => kind)).toEqual(['offline']);
    expect(await told()).toMatchObject([
      { kind: began, alert: 'cpu' },
      { kind: began, alert: 'offline' },
      { kind: ended, alert: 'cpu', reason: 'unwatched' },
    ]);
  });
});

describe('a node that is offline for five minutes', () => {
  it('raises one alert; one that is away for less, or was never there, raises none', async () => {
    await leave(await addNode('gone'), 6);
    await leave(await addNode('away'), 4);
    const never = await addNode('never');
    await leave(never, 60);
    await platform.query('UPDATE node SET last_seen_at = NULL WHERE id = $1', [never]);
    await look();
    await look();
    expect(await told()).toEqual([
      {
        kind: began,
        alert: 'offline',
        hosts: ['gone'],
        count: 1,
        percent: null,
        minutes: 5,
        value: null,
      },
    ]);
    expect(await lasting('gone')).toMatchObject([{ kind: 'offline', value: null }]);
  });

  it('is told with all others that fell silent with it, to each what is theirs to change', async () => {
    for (const name of ['e', 'c', 'a', 'd', 'b']) {
      await leave(await addNode(name), 6);
    }
    await leave(await addNode('desk', 'desktop'), 6);
    await look();
    expect(await told()).toMatchObject([{ kind: began, hosts: ['a', 'b', 'c'], count: 5 }]);
    expect(await told('keeper')).toMatchObject([{ kind: began, hosts: ['desk'], count: 1 }]);
    expect(await told('admin')).toMatchObject([{ kind: began, hosts: ['a', 'b', 'c'], count: 6 }]);
  });

  it('raises none for the time in which the platform itself was away', async () => {
    const nodeId = await addNode('calc-01');
    await leave(nodeId, 62);
    await platform.query(`UPDATE cluster_listener SET listened_at = now() - interval '1 hour'`);
    // A worker that is there before any server.
    await look();
    await platform.restart();
    await look();
    expect(await told()).toEqual([]);
    await platform.query(`UPDATE node SET offline_since = offline_since - interval '4 minutes'`);
    await look();
    expect(await told()).toHaveLength(1);
  });

  it('is told to be back once, when it stayed; while it comes and goes the alert lasts on', async () => {
    const nodeId = await addNode('flapping');
    await leave(nodeId, 6);
    await look();
    const [first] = await lasting('flapping');
    for (let turn = 0; turn < 3; turn += 1) {
      await comeBack(nodeId);
      await look();
      expect(await lasting('flapping')).toEqual([]);
      await wait(500);
      await look();
      await leave(nodeId, 6);
      await look();
      expect(await lasting('flapping')).toEqual([first]);
    }
    expect(await told()).toHaveLength(1);
    await comeBack(nodeId);
    await look();
    await wait(601);
    // Away for a moment at the end of that time: it is not said to be back just then.
    await leave(nodeId, 1);
    await look();
    expect(await told()).toHaveLength(1);
    await comeBack(nodeId);
    await look();
    await look();
    expect((await told()).slice(1)).toEqual([
      {
        kind: ended,
        alert: 'offline',
        hosts: ['flapping'],
        count: 1,
        percent: null,
        reason: 'recovered',
      },
    ]);
    await leave(nodeId, 6);
    await look();
    expect((await told()).at(-1)).toMatchObject({ kind: began });
    expect(await platform.query('SELECT 1 FROM node_alert')).toHaveLength(2);
  });

  it('is forgotten when nobody wants to know', async () => {
    const settings = platform.get(Settings);
    await leave(await addNode('gone'), 6);
    await look();
    await settings.set(alertOfflineMinutes, null);
    try {
      await look();
      expect((await told()).at(-1)).toMatchObject({ kind: ended, reason: 'unwatched' });
      expect(await lasting('gone')).toEqual([]);
    } finally {
      await settings.set(alertOfflineMinutes, 5);
    }
  });
});

describe('the alert of a node', () => {
  async function addDesktop(desktopName: string): Promise<string> {
    const { result } = await platform.call(keeper, desktops.add, {
      desktopName,
      lanIp: '10.1.1.1',
    });
    await platform.query('UPDATE node SET secret_hash = $2, last_seen_at = now() WHERE id = $1', [
      result.id,
      randomBytes(32),
    ]);
    await leave(result.id, 6);
    await look();
    expect(await told('keeper')).toHaveLength(1);
    return result.id;
  }

  it('that is shut out is over, and told', async () => {
    const id = await addDesktop('shut_out');
    expect((await platform.call(keeper, desktops.revoke, { id })).code).toBe(200);
    await look();
    await look();
    expect((await told('keeper')).slice(1)).toMatchObject([{ kind: ended, reason: 'unwatched' }]);
    expect(await lasting('shut_out')).toEqual([]);
  });

  it('that is deleted goes with it, untold', async () => {
    const id = await addDesktop('deleted');
    expect((await platform.call(keeper, desktops.remove, { id })).code).toBe(200);
    await look();
    expect(await told('keeper')).toHaveLength(1);
    expect(await platform.query('SELECT 1 FROM node_alert')).toEqual([]);
  });

  it('is heard by open pages when it begins and when it ends', async () => {
    const page = await connectConsole(platform.baseUrl, watcher.token);
    const heard: unknown[] = [];
    page.socket.on('nodeAlertsChanged', ({ nodes }: { nodes: unknown }) => heard.push(nodes));
    expect(await page.ask('watch', { topic: 'hosts' })).toBe(true);
    const nodeId = await addNode('gone');
    await leave(nodeId, 6);
    await look();
    await waitFor('its begin', () => heard.length === 1);
    expect(heard[0]).toEqual([{ nodeId, alerts: await lasting('gone') }]);
    await comeBack(nodeId);
    await look();
    await waitFor('its end', () => heard.length === 2);
    expect(heard[1]).toEqual([{ nodeId, alerts: [] }]);
    page.close();
  });

  it('is kept as long as metrics after its end, while it lasts for ever', async () => {
    const nodeId = await addNode('old');
    await platform.query(
      `INSERT INTO node_alert (node_id, kind, began_at, ended_at, is_end_told) VALUES
         ($1, 'offline', now() - interval '40 days', now() - interval '31 days', true),
         ($1, 'offline', now() - interval '40 days', now() - interval '29 days', true),
         ($1, 'cpu', now() - interval '40 days', NULL, false)`,
      [nodeId],
    );
    await platform.get(NodeAlerts).prune();
    expect(await platform.query('SELECT 1 FROM node_alert')).toHaveLength(2);
  });
});
