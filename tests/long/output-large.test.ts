import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import type { Browser } from 'playwright-core';
import { launchBrowser, newVisitor, signInAt, takePicture } from '../support/browser/browser.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform, type ChildName } from '../support/platform/platform.js';
import { expectAtMost } from '../support/speed/figures.js';
import { medianMs } from '../support/speed/median-ms.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(600_000);

const size = limits.jobOutputMaxBytes;
/** Lines that are all different, and exactly as many bytes as are kept. */
const talk = `seq 1 200000000 | head -c ${size}`;
/** What a page, and each program, may take of it. */
const pageMs = 300;
const grownMb = 256;

let platform: TestPlatform;
let client: ApiClient;
let browser: Browser;
let jobId: string;

beforeAll(async () => {
  [platform, browser] = await Promise.all([TestPlatform.start(), launchBrowser()]);
  client = await platform.signIn();
});
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

async function residentMb(name: ChildName): Promise<number> {
  const status = readFileSync(`/proc/${await platform.pidOf(name)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const readLog = async (place: { offset: number } | { before: number }) =>
  (await client.expectOk(endpoints.jobs.log, { jobId, ...place, withTimes: true })).result;

describe('a job that writes as much as is kept', () => {
  test('has all of it stored, in little memory of agent and server', async () => {
    const watched = ['agent', 'server'] as const;
    const before = await Promise.all(watched.map(residentMb));
    const most = [...before];
    const { queueName } = (await client.expectOk(endpoints.jobs.queueList, {})).result[0]!;
    const submitted = await client.expectOk(endpoints.jobs.run, {
      ...{ jobName: 'large', queueName, scriptContent: talk, cpus: 1 },
    });
    jobId = submitted.result.jobId;
    const startedAt = performance.now();
    await waitFor(
      'its end',
      async () => {
        const now = await Promise.all(watched.map(residentMb));
        now.forEach((mb, index) => (most[index] = Math.max(mb, most[index]!)));
        const { result } = await client.expectOk(endpoints.jobs.detail, { jobId });
        return result.status === 'COMPLETED' && result.outputBytes === size;
      },
      500_000,
      500,
    );
    process.stdout.write(`stored in ${Math.round(performance.now() - startedAt)} ms\n`);
    watched.forEach((name, index) => {
      const grown = Math.round(most[index]! - before[index]!);
      expectAtMost(`${name}'s growth for a large output`, grown, grownMb, 'MB');
    });
  });

  test('is read by pages from anywhere at once', async () => {
    const places = {
      begin: { offset: 0 },
      middle: { offset: size / 2 },
      end: { before: Number.MAX_SAFE_INTEGER },
    };
    for (const [name, place] of Object.entries(places)) {
      const ms = await medianMs(() => readLog(place));
      process.stdout.write(`a page at the ${name}: ${ms.toFixed(1)} ms\n`);
      expectAtMost(`a page at the ${name} of a large output`, Math.round(ms), pageMs);
    }
    expect((await readLog(places.end)).nextOffset).toBe(size);
  });

  test('comes as a file, byte for byte', async () => {
    const expected = execFileSync('sh', ['-c', `${talk} | sha256sum`], { encoding: 'utf8' });
    const before = await residentMb('server');
    let most = before;
    const ticket = (await client.expectOk(endpoints.jobs.getLogPath, { jobId })).result;
    const url = new URL(`/api${endpoints.jobs.downloadLog.path}`, platform.url);
    url.searchParams.set('ticket', ticket);
    const answer = await fetch(url);
    const hash = createHash('sha256');
    let [bytes, looked] = [0, 0];
    for await (const chunk of answer.body!) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes - looked > 16 * 1024 ** 2) {
        looked = bytes;
        most = Math.max(most, await residentMb('server'));
      }
    }
    expect([bytes, hash.digest('hex')]).toEqual([size, expected.split(' ')[0]]);
    expectAtMost("the server's growth for its download", Math.round(most - before), grownMb, 'MB');
  });

  test('is shown from its end, by parts, in little memory of the browser', async () => {
    const { page } = await newVisitor(browser, platform);
    await signInAt(page, '/taskManangement');
    const { text } = await readLog({ before: Number.MAX_SAFE_INTEGER });
    const last = text.split('\n').at(-1)!;
    const startedAt = performance.now();
    await page.goto(`/taskManangement?jobId=${jobId}`);
    const log = page.getByRole('log');
    await log.getByText(last, { exact: true }).waitFor();
    process.stdout.write(`opened in ${Math.round(performance.now() - startedAt)} ms\n`);
    await page.getByRole('switch', { name: '时间' }).click();
    await log.locator(`[data-time]`).first().waitFor();
    await takePicture(page, 'job-log-large');
    await page.getByRole('button', { name: '跳到开头' }).click();
    await log.getByText('1', { exact: true }).waitFor();
    for (let step = 0; step < 30; step += 1) {
      await log.evaluate((node) => node.scrollTo({ top: node.scrollHeight }));
      await page.waitForTimeout(100);
    }
    await takePicture(page, 'job-log-large-later');
    const heapMb = await page.evaluate(
      () =>
        (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize /
        1024 ** 2,
    );
    expectAtMost("the page's heap with a large output", Math.round(heapMb), grownMb, 'MB');
    await page.getByRole('button', { name: '回到最新' }).click();
    await log.getByText(last, { exact: true }).waitFor();
  });
});
