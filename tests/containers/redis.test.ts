import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { AcknowledgedWork } from '../support/containers/acknowledged-work.js';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import type { ContainerPart } from '../support/containers/container-part.js';
import { LiveWindow } from '../support/containers/live-window.js';
import {
  cutOff,
  frozen,
  killed,
  stopped,
  type PartFailure,
} from '../support/containers/part-failures.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { expectAtMost } from '../support/speed/figures.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(300_000);

const answerWithinMs = 10_000;
/** Longer than any deadline of the platform's: what waits has given up by then. */
const awayForMs = 15_000;

let platform: ContainerPlatform;
let redis: ContainerPart;
let direct: ApiClient[];
let windows: LiveWindow[];

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 2, workers: 2, agents: 1 });
  redis = platform.redis!;
  direct = await platform.signInAt(...platform.servers);
  windows = await Promise.all(direct.map((client) => LiveWindow.open(client)));
});
afterEach(async () => {
  if (!(await everyPartIsReady())) {
    console.log(await platform?.readLogs());
  }
});
afterAll(async () => {
  windows?.forEach((window) => window.close());
  await platform?.stop();
});

const everyPartIsReady = async (): Promise<boolean> =>
  (
    await Promise.all(
      [...(platform?.servers ?? []), ...(platform?.workers ?? [])].map((part) =>
        part.isReady().catch(() => false),
      ),
    )
  ).every(Boolean);

/** It comes up again with nothing of what it held: its disk is lost, too. */
const lost: PartFailure = {
  what: 'lost with all that it held',
  begin: async (part) => {
    await part.exec(['redis-cli', 'flushall']);
    await part.kill();
  },
  end: (part) => part.start(),
};

describe.each([stopped, killed, frozen, cutOff, lost])('Redis $what', ({ what, begin, end }) => {
  test('loses and doubles nothing, is said in time, and all comes back by itself', async () => {
    const prefix = `redis_${what.replaceAll(' ', '_')}`;
    const work = await AcknowledgedWork.begin(platform, prefix);
    await begin(redis);
    const over = sleep(awayForMs);
    for (const { url } of platform.servers) {
      const askedAt = performance.now();
      const answer = await fetch(`${url}/api/health/ready`);
      expectAtMost(`${prefix}: readiness is told`, performance.now() - askedAt, answerWithinMs);
      // A balancer would else take out all servers together.
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    }
    // What does not need it goes on, and what does is refused or stored: nothing waits for it.
    await work.waitForMore(15);
    await over;
    await end(redis);
    await waitFor('every part to be ready', everyPartIsReady);
    await work.waitForMore(10);
    await work.end();

    // Whatever they missed: each shows in the end what the other server was asked for.
    for (const [index, client] of direct.entries()) {
      const path = `/${prefix}_window_${index}`;
      await client.expectOk(endpoints.disk.mkdir, { path });
      await waitFor(`each window to show ${path}`, () =>
        windows.every(({ shown }) => shown.has(path)),
      );
    }
    const { result } = await direct[0]!.expectOk(endpoints.disk.list, {});
    for (const { shown } of windows) {
      expect([...shown].sort()).toEqual(result.map(({ path }) => path).sort());
    }
  });
});
