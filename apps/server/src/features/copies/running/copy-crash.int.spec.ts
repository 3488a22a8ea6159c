import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, runCopies, type EndpointAnswer } from '@clusterdesk/contracts';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { CopiesModule } from '../copies.module.js';
import { CopyRunner } from './copy-runner.service.js';
import { CopyRepository } from '../copy.repository.js';
import { heldWhilePlacing } from '@clusterdesk/tests/server/held-connections.js';
import { SafeDirectory } from '../../../platform/file-space/safe-directory.js';
import { runWaiting, stopARun } from '@clusterdesk/tests/features/waiting-runs.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { Staging } from '../../spaces/storage/staging.js';
import { CopySweeper } from './copy-sweeper.service.js';

const { copies } = endpoints;

let platform: SpecPlatform;
let ann: SpecUser;

/** No worker: the runs are the spec's, and end where it says. */
beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
});

/** What ended died only as far as the database is concerned; in the end it may really go. */
const deadRuns: { end: () => void; run: Promise<void> }[] = [];

afterAll(async () => {
  await platform.query('DELETE FROM copy_task');
  deadRuns.forEach(({ end }) => end());
  await Promise.all(deadRuns.map(({ run }) => run));
  await platform.close();
});

beforeEach(async () => {
  await platform.query('DELETE FROM copy_task');
  await rm(platform.get(Staging).copiesDir, { recursive: true, force: true });
  await mkdir(platform.get(Staging).copiesDir);
  await rm(ann.home, { recursive: true, force: true });
  await mkdir(join(ann.home, 'folder'), { recursive: true });
  await mkdir(join(ann.home, 'to'));
  await writeFile(join(ann.home, 'folder/inner'), 'inner');
  await writeFile(join(ann.home, 'a'), 'of a');
  await writeFile(join(ann.home, 'z'), 'of z');
});

const paths = ['/a', '/folder', '/z'];

async function begin(operation: '0' | '1' | '2' = '2'): Promise<string> {
  const input = { paths, dir: '/to', operation, async: true };
  return (await platform.call(ann, copies.copy, input)).result.copyId;
}

/** As a worker of its own: the dead ones keep their places in theirs. */
const run = async (): Promise<void> =>
  runWaiting(platform, await platform.another(CopiesModule, CopyRunner));

const state = async (copyId: string): Promise<EndpointAnswer<typeof copies.state>> =>
  (await platform.call(ann, copies.state, { copyId })).result;

/** The dead say nothing more; the sweep finds their rows after a while. */
async function letTimePass(): Promise<void> {
  await platform.query("UPDATE copy_task SET touched_at = now() - interval '1 minute'");
}

/** Ends a run as kill -9 would: nothing of it happens from a moment on. */
async function dieAt<Name extends 'addEntry' | 'markPlacing' | 'notePlaced'>(
  copyId: string,
  name: Name,
  when: 'before' | 'after',
  nth: number,
): Promise<void> {
  const repository = platform.get(CopyRepository);
  const real = { [name]: repository[name].bind(repository) } as Pick<CopyRepository, Name>;
  let end = (): void => undefined;
  const never = new Promise<never>((_, reject) => {
    end = () => reject(new Error('The end.'));
  });
  const dead = new Promise<void>((resolve) => {
    let calls = 0;
    repository[name] = (async (...args: never[]) => {
      calls += 1;
      if (calls < nth) {
        return Reflect.apply(real[name], repository, args);
      }
      if (when === 'after') {
        await Reflect.apply(real[name], repository, args);
      }
      resolve();
      return never;
    }) as CopyRepository[Name];
  });
  const update = repository.updateLeased.bind(repository);
  const dying = run().catch(() => undefined);
  deadRuns.push({ end, run: dying });
  await dead;
  repository[name] = real[name];
  // The dead run's heartbeat would go on in this process: it may not.
  repository.updateLeased = (...row) =>
    row[1] === deadLease ? Promise.resolve(true) : update(...row);
  const [row] = await platform.query('SELECT lease FROM copy_task WHERE id = $1', [copyId]);
  const deadLease = String(row?.lease);
}

async function expectAllOnce(): Promise<void> {
  expect((await readdir(join(ann.home, 'to'), { recursive: true })).sort()).toEqual([
    'a',
    'folder',
    'folder/inner',
    'z',
  ]);
  expect(await readFile(join(ann.home, 'to/folder/inner'), 'utf8')).toBe('inner');
  expect(await readdir(platform.get(Staging).copiesDir)).toEqual([]);
}

describe('a run that dies', () => {
  it.each([
    ['before it has noted an entry', 'addEntry', 'before', 1],
    ['before it has noted the folder', 'addEntry', 'before', 2],
    ['when it has noted an entry', 'addEntry', 'after', 1],
    ['when it has noted the folder', 'addEntry', 'after', 2],
    ['when it has said that it places an entry', 'markPlacing', 'after', 1],
    ['when it has placed an entry', 'notePlaced', 'before', 1],
    ['when it has placed the folder', 'notePlaced', 'before', 2],
    ['between two entries', 'notePlaced', 'after', 1],
    ['after the folder', 'notePlaced', 'after', 2],
    ['after the last entry', 'notePlaced', 'after', 3],
  ] as const)('%s is followed by one that finishes, nothing twice', async (_, name, when, nth) => {
    const copyId = await begin();
    await dieAt(copyId, name, when, nth);
    // As long as it may be alive, no other gets the copy.
    await run();
    expect((await state(copyId)).state).toBe('copying');
    await letTimePass();
    await run();
    expect(await state(copyId)).toMatchObject({
      state: 'done',
      doneBytes: 13,
      doneFiles: 3,
      totalBytes: 13,
      message: '',
    });
    await expectAllOnce();
  });

  it('whose file is found under the number that it got, and not among all others', async () => {
    await Promise.all(['a', 'a (1)'].map((name) => writeFile(join(ann.home, 'to', name), name)));
    const copyId = await begin();
    await dieAt(copyId, 'notePlaced', 'before', 1);
    await rm(join(ann.home, 'to/a (1)'));
    await letTimePass();
    const looked = jest.spyOn(SafeDirectory.prototype, 'names');
    await run();
    expect(looked).not.toHaveBeenCalled();
    looked.mockRestore();
    expect((await readdir(join(ann.home, 'to'))).sort()).toEqual(['a', 'a (2)', 'folder', 'z']);
  });

  it('between the link and the removal of the staged name leaves one file', async () => {
    const copyId = await begin();
    await dieAt(copyId, 'addEntry', 'after', 1);
    const [entry] = await platform.query('SELECT staged FROM copy_entry');
    const staged = platform.get(Staging).copyPath(copyId, String(entry?.staged));
    await link(staged, join(ann.home, 'to/a'));
    await letTimePass();
    await run();
    await expectAllOnce();
  });

  it('after which its user moves what was placed is not held against him', async () => {
    const copyId = await begin();
    await dieAt(copyId, 'addEntry', 'after', 1);
    const [entry] = await platform.query('SELECT staged FROM copy_entry');
    const staged = platform.get(Staging).copyPath(copyId, String(entry?.staged));
    await rename(staged, join(ann.home, 'elsewhere'));
    // As the run that placed it had written down before.
    await platform.query('UPDATE copy_entry SET is_placing = true');
    await letTimePass();
    await run();
    expect((await state(copyId)).state).toBe('done');
    expect((await readdir(join(ann.home, 'to'))).sort()).toEqual(['folder', 'z']);
  });
});

describe('staging that is cleared after an entry was marked as about to be placed', () => {
  it.each([1, 2, 3])('makes the next run stage entry %s again', async (nth) => {
    const copyId = await begin();
    await dieAt(copyId, 'markPlacing', 'after', nth);
    expect(
      await platform.query('SELECT 1 FROM copy_entry WHERE is_placing AND placed_path IS NULL'),
    ).toHaveLength(1);
    await rm(join(platform.get(Staging).copiesDir, copyId), { recursive: true });
    await letTimePass();
    await run();
    expect(await state(copyId)).toMatchObject({ state: 'done', doneBytes: 13, doneFiles: 3 });
    await expectAllOnce();
  });

  it('leaves the entry out, and says so, when its source is gone too', async () => {
    const copyId = await begin();
    await dieAt(copyId, 'markPlacing', 'after', 1);
    await rm(join(platform.get(Staging).copiesDir, copyId), { recursive: true });
    await rm(join(ann.home, 'a'));
    await letTimePass();
    await run();
    const { state: end, message } = await state(copyId);
    expect(end).toBe('done');
    expect(message).toContain('/a');
    expect((await readdir(join(ann.home, 'to'))).sort()).toEqual(['folder', 'z']);
  });
});

describe('a run that is taken over while it lives', () => {
  /** It pauses (SIGSTOP, a paused machine) when it has noted an entry, or has said as well that it is about to place it. */
  it.each(['before', 'after'])('%s its mark leaves the rest to the other', async (when) => {
    const copyId = await begin();
    const repository = platform.get(CopyRepository);
    const markPlacing = repository.markPlacing.bind(repository);
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const paused = new Promise<void>((resolve) => {
      repository.markPlacing = async (...args) => {
        repository.markPlacing = markPlacing;
        const marked = when === 'after' && (await markPlacing(...args));
        resolve();
        await woken;
        return marked || markPlacing(...args);
      };
    });
    const update = repository.updateLeased.bind(repository);
    const [first] = [run()];
    await paused;
    const [row] = await platform.query('SELECT lease FROM copy_task WHERE id = $1', [copyId]);
    const pausedLease = String(row?.['lease']);
    repository.updateLeased = (...row) =>
      row[1] === pausedLease ? Promise.resolve(true) : update(...row);
    await letTimePass();
    // It wakes when the other has the copy and is about to place that very entry.
    repository.markPlacing = async (...args) => {
      repository.markPlacing = markPlacing;
      repository.updateLeased = update;
      wake();
      await first;
      return markPlacing(...args);
    };
    await run();
    expect(await state(copyId)).toMatchObject({ state: 'done', doneBytes: 13, doneFiles: 3 });
    await expectAllOnce();
  });

  it('or whose staging was cleared makes the entry again: it is not done because it is gone', async () => {
    const copyId = await begin();
    await dieAt(copyId, 'addEntry', 'after', 1);
    await rm(join(platform.get(Staging).copiesDir, copyId), { recursive: true });
    await letTimePass();
    await run();
    expect(await state(copyId)).toMatchObject({ state: 'done', doneBytes: 13, doneFiles: 3 });
    await expectAllOnce();
  });
});

it('holds no connection while an entry comes into its place', async () => {
  await begin();
  const held = await heldWhilePlacing(platform, 1, () => run());
  expect(held).toEqual({ placings: 3, transactions: 0 });
  await expectAllOnce();
});

describe('the sweep', () => {
  it('wakes the runs for copies that were committed but never queued', async () => {
    await begin();
    await letTimePass();
    const added = jest.spyOn(platform.get(TaskQueue), 'add').mockResolvedValue();
    await platform.get(CopySweeper).sweep();
    expect(added).toHaveBeenCalledWith(runCopies, {});
    added.mockRestore();
  });

  it('removes what is staged of copies that are over, and nothing else', async () => {
    const copyId = await begin();
    const { copiesDir } = platform.get(Staging);
    const orphan = randomUUID();
    for (const id of [copyId, orphan, '.nfs0000000000000001']) {
      await mkdir(join(copiesDir, id, 'lease'), { recursive: true });
      await writeFile(join(copiesDir, id, 'lease/0'), '');
    }
    await platform.get(CopySweeper).sweep();
    // A network filesystem keeps what is still open under a name of its own, and takes it away itself.
    const foreign = '.nfs0000000000000001';
    expect((await readdir(copiesDir)).sort()).toEqual([foreign, copyId]);
    await platform.query("UPDATE copy_task SET state = 'failed'");
    // Its run may not have heard of it yet.
    await platform.get(CopySweeper).sweep();
    expect(await readdir(copiesDir)).toHaveLength(2);
    await letTimePass();
    await platform.get(CopySweeper).sweep();
    expect(await readdir(copiesDir)).toEqual([foreign]);
    await rm(join(copiesDir, foreign), { recursive: true });
  });

  it('forgets copies a day after their end', async () => {
    const copyId = await begin();
    await run();
    await platform.query("UPDATE copy_task SET touched_at = now() - interval '23 hours'");
    await platform.get(CopySweeper).sweep();
    expect((await state(copyId)).state).toBe('done');
    await platform.query("UPDATE copy_task SET touched_at = now() - interval '25 hours'");
    await platform.get(CopySweeper).sweep();
    expect(await platform.query('SELECT id FROM copy_task')).toEqual([]);
  });
});

describe('what changes while copies wait', () => {
  it('is told: a name taken since', async () => {
    const copyId = await begin('0');
    await writeFile(join(ann.home, 'to/z'), 'of another');
    await run();
    expect(await state(copyId)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('"z" already exists'),
    });
    expect(await readFile(join(ann.home, 'to/z'), 'utf8')).toBe('of another');
    expect(await readdir(platform.get(Staging).copiesDir)).toEqual([]);
  });

  it('is told whoever waits for the end: a name taken since is a conflict', async () => {
    const waiting = platform.call(ann, copies.copy, { paths: ['/z'], dir: '/to' });
    await waitFor('the row of the copy', async () => {
      const [row] = await platform.query('SELECT id FROM copy_task');
      return row && String(row['id']);
    });
    await writeFile(join(ann.home, 'to/z'), 'of another');
    await run();
    expect(await waiting).toMatchObject({ code: 409, result: { error: 'FILE_NAME_TAKEN' } });
  });

  it('is told: an entry that is gone', async () => {
    const copyId = await begin();
    await rm(join(ann.home, 'a'));
    await run();
    expect(await state(copyId)).toMatchObject({
      state: 'done',
      message: expect.stringMatching(/^1 left out .*\/a\.$/),
    });
  });

  it('ends it: the target folder is gone, or the right', async () => {
    const gone = await begin();
    await rm(join(ann.home, 'to'), { recursive: true });
    await run();
    expect((await state(gone)).state).toBe('failed');
    await mkdir(join(ann.home, 'to'));
    const refused = await begin();
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [ann.id]);
    await run();
    await platform.query('UPDATE user_account SET is_frozen = false WHERE id = $1', [ann.id]);
    expect((await state(refused)).state).toBe('failed');
    expect(await readdir(join(ann.home, 'to'))).toEqual([]);
  });

  it('stops it: the worker is told to end; the next goes on', async () => {
    const copyId = await begin();
    await stopARun(platform, platform.get(CopyRunner));
    expect((await state(copyId)).state).toBe('waiting');
    await run();
    await waitFor('the end', async () => (await state(copyId)).state === 'done');
    await expectAllOnce();
  });
});
