import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { Upload } from 'tus-js-client';
import { isLongRun } from '../support/long-run.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { LineJob } from '../support/platform/line-job.js';
import { TestPlatform, type ChildName } from '../support/platform/platform.js';

jest.setTimeout(180_000);

const sizeBytes = 96 * 1024 * 1024;
const chunkSize = 4 * 1024 * 1024;

let platform: TestPlatform;
let client: ApiClient;
let folder: string;
let source: string;
let sourceHash: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-upload-'));
  source = join(folder, 'source.bin');
  const content = randomBytes(sizeBytes);
  writeFileSync(source, content);
  sourceHash = createHash('sha256').update(content).digest('hex');
  platform = await TestPlatform.start();
  client = await platform.signIn();
});

afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Outcome {
  /** Where the server said to go on, each time it was asked. */
  resumedAt: number[];
  sha256: string;
}

/** Uploads the source and kills processes when a quarter has arrived. */
async function uploadAndKill(names: readonly ChildName[], fileName: string): Promise<Outcome> {
  const resumedAt: number[] = [];
  let killed: Promise<unknown> | null = null;
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(createReadStream(source), {
      endpoint: `${platform.url}${uploadsPath}`,
      uploadSize: sizeBytes,
      chunkSize,
      headers: { Authorization: client.token ?? '' },
      metadata: { fileName, dir: '/' },
      retryDelays: Array.from({ length: 60 }, () => 500),
      onChunkComplete: (_, doneBytes) => {
        if (doneBytes >= sizeBytes / 4) {
          killed ??= Promise.all(names.map((name) => platform.killAndWait(name)));
        }
      },
      onAfterResponse: (request, response) => {
        if (request.getMethod() === 'HEAD' && response.getStatus() === 200) {
          resumedAt.push(Number(response.getHeader('Upload-Offset')));
        }
      },
      onSuccess: () => resolve(),
      onError: reject,
    });
    upload.start();
  });
  expect(killed).not.toBeNull();
  await killed;
  const placed = join(platform.dataDir, 'files/home/admin', fileName);
  expect(statSync(placed).size).toBe(sizeBytes);
  return { resumedAt, sha256: await hashFile(placed) };
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const victims: [string, ChildName[]][] = [
  ['the database', ['database']],
  ['everything', ['agent', 'worker', 'server', 'database']],
  // Each alone leaves more alive than all together, and job-transitions.test.ts kills each alone while a job runs.
  ...(isLongRun
    ? ([
        ['the server', ['server']],
        ['the worker', ['worker']],
        ['the agent', ['agent']],
      ] satisfies [string, ChildName[]][])
    : []),
];

describe('a running job and an upload', () => {
  // Together: a start of what was killed takes longer than either.
  test.each(victims)('lose nothing by kill -9 of %s', async (what, names) => {
    const job = await LineJob.submit(client, what.replace(' ', '_'));
    await job.waitForLine(10);
    const fileName = `${what} 上传.bin`;
    const { resumedAt, sha256 } = await uploadAndKill(names, fileName);
    expect(sha256).toBe(sourceHash);
    if (names.includes('server')) {
      // Not from the beginning: what was acknowledged before stays.
      expect(resumedAt[0]).toBeGreaterThanOrEqual(sizeBytes / 4);
    }
    const { result } = await client.expectOk(endpoints.disk.list, { path: '/' });
    expect(result.map(({ path }) => basename(path))).toContain(fileName);
    await job.expectUnharmed();
  });
});
