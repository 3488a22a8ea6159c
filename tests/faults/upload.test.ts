import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { endpoints, uploadsPath } from '@clusterdesk/contracts';
import { Upload } from 'tus-js-client';
import { isLongRun } from '../support/long-run.js';
import type { ApiClient } from '../support/platform/api-client.js';
import { TestPlatform, type ChildName } from '../support/platform/platform.js';

jest.setTimeout(180_000);

const sizeBytes = 160 * 1024 * 1024;
const chunkSize = 8 * 1024 * 1024;

let platform: TestPlatform;
let client: ApiClient;
let folder: string;
let source: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clusterdesk-upload-'));
  source = join(folder, 'source.bin');
  writeFileSync(source, randomBytes(sizeBytes));
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

/** Uploads the source and kills the process when a quarter has arrived. */
async function uploadAndKill(victim: ChildName, fileName: string): Promise<Outcome> {
  const resumedAt: number[] = [];
  let killed: Promise<void> | null = null;
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
          killed ??= platform.killAndWait(victim);
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

describe('an upload', () => {
  // Worker and agent have no part in an upload.
  test.each<ChildName>([
    'server',
    'database',
    ...(isLongRun ? (['worker', 'agent'] as const) : []),
  ])('survives kill -9 of the %s', async (victim) => {
    const { resumedAt, sha256 } = await uploadAndKill(victim, `${victim} 上传.bin`);
    expect(sha256).toBe(createHash('sha256').update(readFileSync(source)).digest('hex'));
    if (victim === 'server') {
      // Not from the beginning: what was acknowledged before stays.
      expect(resumedAt[0]).toBeGreaterThanOrEqual(sizeBytes / 4);
    }
    const { result } = await client.expectOk(endpoints.disk.list, { path: '/' });
    expect(result.map(({ path }) => basename(path))).toContain(`${victim} 上传.bin`);
  });
});
