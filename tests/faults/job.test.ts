import { afterAll, beforeAll, describe, jest, test } from '@jest/globals';
import { isLongRun } from '../support/long-run.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { LineJob } from '../support/platform/line-job.js';
import { TestPlatform, type ChildName } from '../support/platform/platform.js';

jest.setTimeout(180_000);

let platform: TestPlatform;
let client: ApiClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  client = await platform.signIn();
});

afterAll(() => platform.stop());

const victims: [string, ChildName[]][] = [
  ['the database', ['database']],
  ['everything', ['agent', 'worker', 'server', 'database']],
  // Each alone leaves more alive than all together, and tests/e2e/jobs.test.ts kills one after the other.
  ...(isLongRun
    ? ([
        ['the server', ['server']],
        ['the worker', ['worker']],
        ['the agent', ['agent']],
      ] satisfies [string, ChildName[]][])
    : []),
];

describe('a running job', () => {
  test.each(victims)('loses neither itself nor a line by kill -9 of %s', async (what, victims) => {
    const job = await LineJob.submit(client, what.replace(' ', '_'));
    await job.waitForLine(10);
    await Promise.all(victims.map((name) => platform.killAndWait(name)));
    await job.expectUnharmed();
  });
});
