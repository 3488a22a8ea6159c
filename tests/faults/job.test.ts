import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import type { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform, type ChildName } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(180_000);

const lineCount = 100;
const script = `#!/bin/sh
for i in $(seq 1 ${lineCount}); do
  echo "line $i 行"
  sleep 0.1
done
exit 7
`;
const expected = Array.from({ length: lineCount }, (_, index) => `line ${index + 1} 行`);

let platform: TestPlatform;
let client: ApiClient;

beforeAll(async () => {
  platform = await TestPlatform.start();
  client = await platform.signIn();
});

afterAll(() => platform.stop());

const submit = async (jobName: string): Promise<string> => {
  const input = { jobName, queueName: 'local', scriptContent: script };
  const { result } = await client.expectOk(endpoints.jobs.run, input);
  return result.jobId;
};

/** All of the output so far, page by page. */
async function readLog(jobId: string): Promise<{ text: string; isComplete: boolean }> {
  let text = '';
  for (let offset = 0; ;) {
    const { result } = await client.expectOk(endpoints.jobs.log, { jobId, offset });
    text += result.text;
    if (result.isComplete || result.nextOffset === offset) {
      return { text, isComplete: result.isComplete };
    }
    offset = result.nextOffset;
  }
}

async function runAndKill(victim: ChildName | 'everything'): Promise<void> {
  const jobId = await submit(`kill_${victim}`);
  await waitFor('the first lines', async () => (await readLog(jobId)).text.includes('line 10 '));
  const victims: ChildName[] =
    victim === 'everything' ? ['agent', 'worker', 'server', 'database'] : [victim];
  await Promise.all(victims.map((name) => platform.killAndWait(name)));
  const detail = await waitFor(
    'the job to end',
    async () => {
      const { result } = await client.expectOk(endpoints.jobs.detail, { jobId });
      return ['PENDING', 'RUNNING'].includes(result.status) ? null : result;
    },
    60_000,
    250,
  );
  const log = await waitFor('all of its output', async () => {
    const page = await readLog(jobId);
    return page.isComplete ? page : null;
  });
  expect([detail.status, detail.exitCode]).toEqual(['FAILED', 7]);
  expect(log.text.trimEnd().split('\n')).toEqual(expected);
}

describe('a running job', () => {
  test.each(['server', 'worker', 'agent', 'database', 'everything'] as const)(
    'loses neither itself nor a line by kill -9 of the %s',
    runAndKill,
  );
});
