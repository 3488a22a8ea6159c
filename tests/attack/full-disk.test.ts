import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { expectAtMost } from '../support/speed/figures.js';
import { endpoints, type Endpoint, type EndpointInput } from '@clusterdesk/contracts';
import type { ApiClient } from '../support/platform/api-client.js';
import { isLongRun } from '../support/long-run.js';
import { TestPlatform } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(180_000);

const { disk, jobs, trash } = endpoints;
const megabyte = 1024 * 1024;
const diskBytes = 1200 * megabyte;
/** How long an answer may take while a job fills the disk. */
const answerMs = 1_000;

let dir: string;
let mount: string;
let platform: TestPlatform;
let client: ApiClient;

/** All of a platform on a disk of its own. Needs root, and says so by failing. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'clusterdesk-disk-'));
  mount = join(dir, 'mount');
  mkdirSync(mount);
  writeFileSync(join(dir, 'image'), '');
  truncateSync(join(dir, 'image'), diskBytes);
  execFileSync('mkfs.ext4', ['-q', '-m', '0', join(dir, 'image')]);
  execFileSync('mount', ['-o', 'loop', join(dir, 'image'), mount]);
  execFileSync('chmod', ['755', dir, mount]);
  platform = await TestPlatform.start({ dataDir: join(mount, 'data') });
  client = await platform.signIn();
});

afterAll(async () => {
  await platform?.stop();
  execFileSync('umount', [mount]);
  rmSync(dir, { recursive: true });
});

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(mount);
  return bavail * bsize;
}

async function runJob(scriptContent: string): Promise<string> {
  const input = { jobName: 'filler', queueName: 'local', cpus: 1, scriptContent };
  const { result } = await client.expectOk(jobs.run, input);
  return result.jobId;
}

/** Whether it was done. An answer comes; in the long run, which has the machine for itself, soon. */
async function ask<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<boolean> {
  const beganAt = performance.now();
  const { code } = await client.call(endpoint, input);
  if (isLongRun) {
    expectAtMost('an answer on a full disk', performance.now() - beganAt, answerMs);
  }
  return code === 200;
}

test('a job that takes all of the disk is ended; database and server answer all the while', async () => {
  const ballast = join(mount, 'data/files/.staging/ballast');
  await waitFor('the ballast', () => readdirSync(ballast).length === 4);
  const database = await platform.pidOf('database');
  const jobId = await runJob(`
    sleep 1
    fallocate -l ${diskBytes} all || for size in 400 200 100 50 20 10 5 1; do
      while fallocate -l "$size"M "$size.$RANDOM$RANDOM"; do :; done
    done
    while :; do dd if=/dev/zero bs=64k >>"rest.$RANDOM" 2>/dev/null; done`);
  await waitFor('the disk to be full', () => freeBytes() < megabyte, 30_000);
  let made = 0;
  await waitFor(
    'the end of the job',
    async () => {
      expect(await ask(disk.list, {})).toBe(true);
      await ask(disk.mkdir, { path: `/during-${made}` });
      made += 1;
      const { result } = await client.expectOk(jobs.detail, { jobId });
      return result.status === 'FAILED';
    },
    30_000,
  );
  const { result } = await client.expectOk(jobs.log, { jobId });
  expect(result.text).toMatch(/ClusterDesk: the disk was nearly full/);
  // As full as before; what was put aside is enough to go on, and to make room.
  await waitFor('a change', () => ask(disk.mkdir, { path: `/after-${(made += 1)}` }), 30_000);
  const listed = await client.expectOk(disk.list, {});
  const paths = listed.result.map(({ path }) => path).filter((path) => !path.startsWith('/after'));
  await client.expectOk(disk.remove, { paths });
  await client.expectOk(trash.empty, {});
  await waitFor('the room', () => freeBytes() > diskBytes / 4, 30_000);
  expect(await platform.pidOf('database')).toBe(database);
});
