import { execFileSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { endpoints, sweepBackups, sweepCopies, sweepDownloads } from '@clusterdesk/contracts';
import type { AddressedPart } from '../support/containers/container-part.js';
import { ContainerPlatform } from '../support/containers/container-platform.js';
import { dataDir } from '../support/containers/part-recipes.js';
import { inHome } from '../support/containers/saying-job.js';
import { waitLong } from '../support/containers/wait-long.js';
import type { ApiClient } from '../support/platform/api-client.js';

/** What a worker had in hand when it was killed is done by another one, once, and nothing of the dead run is left. */
jest.setTimeout(600_000);

const staging = `${dataDir}/files/.staging`;
const backupDir = `${dataDir}/backups`;
const jobsAtOnce = 12;

let platform: ContainerPlatform;
let client: ApiClient;
/** What stays where it is when everything is over, by its path in the volume. */
const kept: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'killed-workers-'));

beforeAll(async () => {
  platform = await ContainerPlatform.start({ servers: 1, workers: 2, agents: 1 });
  client = await platform.signIn();
  await client.expectOk(endpoints.disk.mkdir, { path: '/large' });
  await client.expectOk(endpoints.disk.mkdir, { path: '/tree' });
  await inHome(platform, 'base64 -w 100 /dev/urandom | head -c 100M > large/text.txt');
  await inHome(
    platform,
    [
      'cd tree && for i in $(seq 12); do mkdir $i; head -c 8M /dev/urandom > $i/large.bin; done',
      'for i in $(seq 12); do cd $i; head -c 400k /dev/urandom | split -b 16k -a 3; cd ..; done',
    ].join('\n'),
  );
});
afterEach(async () => {
  for (const worker of platform.workers) {
    if (!(await worker.isRunning())) {
      await worker.start();
    }
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await platform?.stop();
});

/** Of all files below a folder of the user, their names and contents. */
const sumOf = (path: string): Promise<string> =>
  inHome(
    platform,
    `cd '${path}' && find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum`,
  );

/** The worker that has a file in this folder open. */
function findWorkerWith(path: string): Promise<AddressedPart> {
  return waitLong(
    `a worker that has ${path} open`,
    async () => {
      for (const worker of platform.workers) {
        const open = await worker.exec(['sh', '-c', 'ls -l /proc/1/fd 2> /dev/null || true']);
        if (open.includes(path)) {
          return worker;
        }
      }
      return null;
    },
    1,
  );
}

/** How often the row was taken by a run. */
async function countRuns(table: string, id: string): Promise<number> {
  const [row] = await platform.query<{ attempts: number }>(
    `SELECT attempts FROM ${table} WHERE id = $1`,
    [id],
  );
  return row?.attempts ?? 0;
}

test('another worker packs what the killed one was packing, and the zip is whole', async () => {
  const { result } = await client.expectOk(endpoints.downloads.getDownloadPath, {
    paths: ['/large', '/tree'],
    async: true,
  });
  const packageId = typeof result === 'string' ? result : result.packageId;
  const readState = async () =>
    (await client.expectOk(endpoints.downloads.packageState, { packageId })).result;
  await waitLong('some of it to be packed', async () => (await readState()).doneBytes > 0);
  const worker = await findWorkerWith(`${staging}/packages/${packageId}`);
  await worker.kill();
  expect((await readState()).state).toBe('packing');
  const ready = await waitLong('the other worker to pack it', async () => {
    const state = await readState();
    return state.state !== 'waiting' && state.state !== 'packing' && state;
  });
  expect([ready.state, ready.message]).toEqual(['ready', '']);
  expect(await countRuns('download_package', packageId)).toBe(2);

  const zip = join(folder, 'package.zip');
  const answer = await fetch(
    `${platform.url}/api/user/info/download?path=${encodeURIComponent(ready.token ?? '')}`,
  );
  expect(answer.status).toBe(200);
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(zip));
  execFileSync('unzip', ['-q', zip, '-d', join(folder, 'unpacked')]);
  for (const name of ['large', 'tree']) {
    const sum = execFileSync(
      'sh',
      ['-ec', 'find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum'],
      {
        cwd: join(folder, 'unpacked', name),
        encoding: 'utf8',
        env: { LC_ALL: 'C', ...process.env },
      },
    );
    expect(sum).toBe(await sumOf(name));
  }
  kept.push(`${staging}/packages/${packageId}.zip`);
});

test('another worker copies what the killed one was copying, and it is there once', async () => {
  await client.expectOk(endpoints.disk.mkdir, { path: '/target' });
  const { result: copy } = await client.expectOk(endpoints.copies.copy, {
    paths: ['/tree'],
    dir: '/target',
    operation: '2',
    async: true,
  });
  const { copyId } = copy;
  const readState = async () => (await client.expectOk(endpoints.copies.state, { copyId })).result;
  const worker = await findWorkerWith(`${staging}/copies/${copyId}`);
  await worker.kill();
  expect((await readState()).state).toBe('copying');
  // Nothing of an entry shows before all of it is there.
  expect((await inHome(platform, 'ls target')).trim()).toBe('');
  const done = await waitLong('the other worker to copy it', async () => {
    const state = await readState();
    return state.state !== 'waiting' && state.state !== 'copying' && state;
  });
  expect([done.state, done.message]).toEqual(['done', '']);
  expect(await countRuns('copy_task', copyId)).toBe(2);
  expect((await inHome(platform, 'ls target')).trim()).toBe('tree');
  expect(await sumOf('target/tree')).toBe(await sumOf('tree'));
});

test('another worker takes the backup that the killed one was taking, and a drill restores it', async () => {
  const { result: backup } = await client.expectOk(endpoints.backups.add, { withFiles: true });
  const { id } = backup;
  const readRow = async () => {
    const { result } = await client.expectOk(endpoints.backups.list, {});
    return result.content.find((row) => row.id === id);
  };
  const worker = await findWorkerWith(`${backupDir}/${id}`);
  await worker.kill();
  expect((await readRow())?.state).toBe('running');
  const row = await waitLong('the other worker to take it', async () => {
    const found = await readRow();
    return found && !['waiting', 'running'].includes(found.state) && found;
  });
  expect([row.state, row.leftOut]).toEqual(['done', 0]);
  expect(await countRuns('backup', id)).toBe(2);
  await client.expectOk(endpoints.backups.prove, { id });
  const proof = await waitLong('the drill', async () => {
    const { result } = await client.expectOk(endpoints.backups.proofState, {});
    return result.askedId === null && result.last;
  });
  expect([proof.backupId, proof.passed, proof.message]).toEqual([id, true, '']);
  kept.push(`${backupDir}/${id}`);
});

test('jobs that wait are started once each while the workers are killed, one and then both', async () => {
  const { queueName } = platform.agent(0);
  const names: string[] = [];
  const ids: string[] = [];
  const submitMore = async (count: number): Promise<void> => {
    for (let more = 0; more < count; more += 1) {
      const jobName = `killed-${names.length + 1}`;
      const { result } = await client.expectOk(endpoints.jobs.run, {
        jobName,
        queueName,
        scriptContent: `echo ${jobName} >> starts\necho ${jobName}\nsleep 1`,
      });
      names.push(jobName);
      ids.push(result.jobId);
    }
  };
  const listStarts = async (): Promise<string[]> =>
    (await inHome(platform, 'cat starts 2> /dev/null || true')).split('\n').filter(Boolean);
  const waitForStarts = (count: number): Promise<unknown> =>
    waitLong(`${count} starts`, async () => (await listStarts()).length >= count);
  const [first, second] = [platform.worker(0), platform.worker(1)];
  await submitMore(jobsAtOnce);
  await waitForStarts(2);
  await first.kill();
  // Some still wait, and the other one starts them.
  expect((await listStarts()).length).toBeLessThan(names.length);
  await waitForStarts(names.length);
  await first.start();
  await submitMore(jobsAtOnce);
  await waitForStarts(jobsAtOnce + 2);
  await Promise.all([first.kill(), second.kill()]);
  expect((await listStarts()).length).toBeLessThan(names.length);
  await second.start();

  for (const [index, jobId] of ids.entries()) {
    const detail = await waitLong(`job ${index + 1} to end`, async () => {
      const { result } = await client.expectOk(endpoints.jobs.detail, { jobId });
      return result.endTime !== null && result;
    });
    expect([detail.scriptName, detail.status]).toEqual([names[index], 'COMPLETED']);
    const text = await waitLong('its output', async () => {
      const { result } = await client.expectOk(endpoints.jobs.log, { jobId, offset: 0 });
      return result.isComplete && result.text;
    });
    expect(text).toBe(`${names[index]}\n`);
  }
  expect((await listStarts()).sort()).toEqual(names.toSorted());
});

test('nothing of the dead runs is left when it was swept', async () => {
  const listLeft = async (): Promise<string[]> => {
    const places = ['uploads', 'packages', 'copies', 'logs'].map((name) => `${staging}/${name}`);
    const text = await platform
      .server(0)
      .exec(['find', ...places, backupDir, '-mindepth', '1', '-maxdepth', '1']);
    return text.split('\n').filter((line) => line !== '');
  };
  const parts = (await listLeft()).filter((path) => path.endsWith('.part'));
  // A part may still be written to for an hour: the sweep goes by its time.
  for (const part of parts) {
    await platform.server(0).exec(['touch', '-d', '2 hours ago', part]);
  }
  await platform.query('UPDATE due_work SET due_at = now() WHERE name = ANY ($1)', [
    [sweepDownloads, sweepCopies, sweepBackups].map(({ name }) => name),
  ]);
  await waitLong('what is left to be what is kept', async () => {
    const left = await listLeft();
    return left.toSorted().join('\n') === kept.toSorted().join('\n');
  }).catch(async (error: unknown) => {
    expect((await listLeft()).toSorted()).toEqual(kept.toSorted());
    throw error;
  });
});
