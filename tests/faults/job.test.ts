import { afterAll, beforeAll, describe, jest, test } from '@jest/globals';
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

describe('a running job', () => {
  test.each<[string, ChildName[]]>([
    ['the server', ['server']],
    ['the worker', ['worker']],
    ['the agent', ['agent']],
    ['the database', ['database']],
    ['everything', ['agent', 'worker', 'server', 'database']],
  ])('loses neither itself nor a line by kill -9 of %s', async (what, victims) => {
    const job = await LineJob.submit(client, what.replace(' ', '_'));
    await job.waitForLine(10);
    await Promise.all(victims.map((name) => platform.killAndWait(name)));
    await job.expectUnharmed();
  });
});
