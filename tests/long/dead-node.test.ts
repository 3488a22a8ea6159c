import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { limits } from '@clusterdesk/contracts';
import { addConnectedNodes, report, sampleNow } from '../support/features/connected-nodes.js';
import { connectConsole } from '../support/server/test-console.js';
import { signIn, startTestServer, type TestServer } from '../support/server/test-server.js';

const nodeCount = 300;
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('a node that dies is offline within 10 s, and no other is, while hundreds report each second', async () => {
  const [dying, ...others] = await addConnectedNodes(server, nodeCount + 1);
  const page = await connectConsole(server.baseUrl, await signIn(server.baseUrl));
  expect(await page.ask('watch', { topic: 'hosts' })).toBe(true);
  const gone = new Map<string, number>();
  page.socket.on('nodeStatus', ({ nodeId, online }: { nodeId: string; online: boolean }) => {
    if (!online) {
      gone.set(nodeId, performance.now());
    }
  });
  let isOver = false;
  const reporting = others.map(async (node) => {
    await sleep(Math.random() * 1_000);
    while (!isOver) {
      await report(server, node, sampleNow());
    }
  });
  await sleep(2_000);
  await report(server, dying!, sampleNow());
  const lastWordAt = performance.now();
  while (!gone.has(dying!.nodeId) && performance.now() - lastWordAt < 15_000) {
    await sleep(100);
  }
  isOver = true;
  await Promise.all(reporting);
  const afterMs = (gone.get(dying!.nodeId) ?? Infinity) - lastWordAt;
  expectAtMost('a dead node among 300 is noticed after', afterMs, 10_000);
  expect(afterMs).toBeGreaterThan(limits.agentSilenceMs - 2_000);
  expect([...gone.keys()]).toEqual([dying!.nodeId]);
  page.close();
});
