import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, limits, type CopyState } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { CopyRunner } from './running/copy-runner.service.js';

const { copy, cancel } = endpoints.copies;

let platform: SpecPlatform;
let ann: SpecUser;
let bob: SpecUser;

/** No worker: its runs are the spec's. */
beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  bob = await platform.addUser('bob');
});

afterAll(() => platform.close());

afterEach(async () => {
  await platform.query('DELETE FROM copy_task');
  await rm(ann.home, { recursive: true, force: true });
});

async function makeFolders(user: SpecUser): Promise<void> {
  await mkdir(join(user.home, 'd'), { recursive: true });
  await mkdir(join(user.home, 'to'), { recursive: true });
}

const ask = (user: SpecUser) =>
  platform.call(user, copy, { paths: ['/d'], dir: '/to', operation: '2', async: true });

describe('copies under way of one user', () => {
  it('are so many at a time, also when they are asked for at once; others have theirs', async () => {
    await makeFolders(ann);
    await makeFolders(bob);
    const answers = await Promise.all(
      Array.from({ length: limits.copiesUnderWayPerUser + 10 }, () => ask(ann)),
    );
    const refused = answers.filter(({ code }) => code !== 200);
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({
      code: 409,
      result: { error: 'COPY_TOO_MANY' },
    });
    expect((await ask(bob)).code).toBe(200);
    const [first] = await platform.query('SELECT id FROM copy_task WHERE user_id = $1', [ann.id]);
    await platform.call(ann, cancel, { copyId: String(first?.['id']) });
    expect((await ask(ann)).code).toBe(200);
  });
});

describe('files of holes', () => {
  it('that are small stay as small in a copy, and so do blocks that stand apart', async () => {
    await makeFolders(ann);
    const sizeBytes = 4 * 1024 * 1024;
    for (let index = 0; index < 50; index += 1) {
      const file = await open(join(ann.home, 'd', `hole-${index}`), 'w');
      await file.truncate(sizeBytes);
      await file.close();
    }
    const comb = await open(join(ann.home, 'd/comb'), 'w');
    for (let at = 0; at < 64; at += 1) {
      await comb.write('x', at * 1024 * 1024);
    }
    await comb.close();
    await writeFile(join(ann.home, 'd/plain'), Buffer.alloc(5_000, 1));
    const { copyId } = (await ask(ann)).result as CopyState;
    await platform.get(CopyRunner).run({ copyId }, new AbortController().signal);
    const dir = join(ann.home, 'to/d');
    let blockBytes = 0;
    for (const name of await readdir(dir)) {
      const copied = await stat(join(dir, name));
      blockBytes += copied.blocks * 512;
      expect(copied.size).toBe((await stat(join(ann.home, 'd', name))).size);
    }
    expect(await readdir(dir)).toHaveLength(52);
    expect(blockBytes).toBeLessThan(2 * 1024 * 1024);
  });
});
