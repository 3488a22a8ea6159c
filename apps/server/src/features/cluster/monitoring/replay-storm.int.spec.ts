import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { limits, type MetricReport, type MetricSample } from '@clusterdesk/contracts';
import {
  addConnectedNodes,
  report,
  sampleNow,
} from '@clusterdesk/tests/features/connected-nodes.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { signIn, startTestServer, type TestServer } from '@clusterdesk/tests/server/test-server.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectedAgent } from '../agents/agent-events.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { statementRowsMax } from './metric.repository.js';

let server: TestServer;
let nodes: ConnectedAgent[] = [];

beforeAll(async () => {
  // Silent nodes are looked for all the time.
  server = await startTestServer({}, undefined, { nodes: { lookMs: 200 } });
});
afterAll(() => server.stop());
afterEach(async () => {
  jest.restoreAllMocks();
  await server.query('DELETE FROM node');
  await server.query('TRUNCATE node_metric');
});

const addNodes = async (count: number): Promise<void> => {
  nodes = await addConnectedNodes(server, count);
};
/** What an agent kept, until so many milliseconds ago. */
const kept = (count: number, untilAgo = 60_000): MetricReport['samples'] =>
  Array.from({ length: count }, (_, index) => ({
    time: Date.now() - untilAgo - (count - index) * limits.agentReportMs,
    ...{ cpu: 1, mem: 1 },
  }));

describe('hundreds of nodes that replay half an hour at once', () => {
  it('are all stored and answered while others report, and nobody counts as offline', async () => {
    await addNodes(220);
    const live = nodes.slice(0, 20);
    const back = nodes.slice(20);
    const query = jest.spyOn(server.dataSource, 'query');
    const announce = jest.spyOn(server.get(NodePresence), 'announce');
    let isOver = false;
    let answered = 0;
    const keepReporting = async (node: ConnectedAgent, samples: () => MetricReport['samples']) => {
      while (!isOver) {
        await report(server, node, samples());
        answered += 1;
        await sleep(limits.agentReportMs / 2);
      }
    };
    const reporting = [
      ...live.map((node) => keepReporting(node, sampleNow)),
      ...back.map((node) => keepReporting(node, () => [])),
    ];
    await Promise.all(back.map((node) => report(server, node, kept(500))));
    isOver = true;
    await Promise.all(reporting);
    const [row] = await server.query(
      `SELECT count(*)::int AS count FROM node_metric WHERE time < now() - interval '50 seconds'`,
    );
    expect(row?.['count']).toBe(back.length * 500);
    expect(announce.mock.calls.flatMap(([changed]) => changed)).toEqual([]);
    expect(answered).toBeGreaterThanOrEqual(nodes.length);
    const lengths = query.mock.calls.flatMap(([, parameters]) =>
      ((parameters as unknown[] | undefined) ?? []).map((one) =>
        Array.isArray(one) ? one.length : 0,
      ),
    );
    expect(Math.max(...lengths)).toBeLessThanOrEqual(statementRowsMax);
  });

  it('are shown as they are now, and pages are told that more was stored', async () => {
    await addNodes(20);
    const page = await connectConsole(server.baseUrl, await signIn(server.baseUrl));
    const heard: { samples: MetricSample[]; isReplayed?: boolean }[] = [];
    page.socket.on('metrics', (event) => heard.push(event));
    expect(await page.ask('watch', { topic: 'monitoring' })).toBe(true);
    await Promise.all(
      nodes.map((node) => report(server, node, [...kept(400), ...kept(5, 0), ...sampleNow()])),
    );
    await waitFor('both', () => heard.length >= 2);
    const shown = heard.flatMap(({ samples }) => samples);
    expect(shown.length).toBeGreaterThanOrEqual(nodes.length);
    expect(shown.length).toBeLessThanOrEqual(nodes.length * 3);
    expect(Math.min(...shown.map(({ time }) => time))).toBeGreaterThan(Date.now() - 30_000);
    expect(heard.some(({ isReplayed }) => isReplayed)).toBe(true);
    page.close();
  });
});

describe('a report without samples', () => {
  it('keeps its node online, with nothing stored', async () => {
    await addNodes(2);
    const [one] = nodes;
    await server.query(
      `UPDATE node SET is_online = false, offline_since = now(), last_seen_at = now() - interval '1 minute'`,
    );
    await report(server, one!, []);
    const rows = await server.query(
      'SELECT is_online, offline_since, now() - last_seen_at < $1::interval AS is_new FROM node ORDER BY id = $2 DESC',
      ['5 seconds', one!.nodeId],
    );
    expect(rows).toMatchObject([
      { is_online: true, offline_since: null, is_new: true },
      { is_online: false, is_new: false },
    ]);
    expect(await server.query('SELECT 1 FROM node_metric')).toEqual([]);
  });

  it('is answered though nothing can be stored', async () => {
    await addNodes(1);
    const blocker = server.dataSource.createQueryRunner();
    await blocker.startTransaction();
    await blocker.query('LOCK TABLE node_metric');
    const stuck = report(server, nodes[0]!, sampleNow()).catch(() => 'left');
    await report(server, nodes[0]!, []);
    await blocker.rollbackTransaction();
    await blocker.release();
    expect(await stuck).not.toBe('left');
  });
});
