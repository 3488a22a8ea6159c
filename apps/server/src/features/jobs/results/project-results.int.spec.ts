import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { collectJobResults, endpoints } from '@clusterdesk/contracts';
import { SpecProjects, projectPages } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { ResultsFolders } from '../../projects/jobs/results-folders.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { JobRepository } from '../job.repository.js';
import { JobInputs } from './job-inputs.service.js';

const calls = endpoints.jobs;
const { projectFiles, projects } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let [owner, ann, bob, stranger]: SpecUser[] = [];
let projectId: string;

const user = (one: SpecUser | undefined): SpecUser => {
  if (!one) {
    throw new Error('There is no such user yet.');
  }
  return one;
};

beforeAll(async () => {
  const timings = {
    tasks: { dueWorkMs: 50 },
    jobs: { fileClockMs: 20, resultsMs: 0 },
  };
  platform = await SpecPlatform.open({ withWorker: true, timings });
  spec = new SpecProjects(platform);
  const people = ['owner', 'ann', 'bob', 'stranger'].map((name) =>
    platform.addUser(name, [...projectPages, '/taskManangement']),
  );
  [owner, ann, bob, stranger] = await Promise.all(people);
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM script_job');
  const members = [user(ann), user(bob)];
  projectId = (await spec.add(user(owner), { members })).id;
  await platform.call(user(owner), projectFiles.mkdirs, { projectId, paths: ['/data'] });
});

/** Longer than times of files and of jobs may differ. */
const passes = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 60));

/** A job of somebody's that runs in the project's folder `/data`. */
async function begin(who: SpecUser, more: { inputs?: string[]; workDir?: string } = {}) {
  await passes();
  const [job] = await platform.query(
    `INSERT INTO script_job (queue_name, user_id, user_name, job_name, script, work_dir, cpus, space, space_id, status,
       reserved_at, sent_at, started_at, inputs)
     VALUES ('q', $1, $2, 'made', '', $3, 1, 'project', $4, 'RUNNING', now(), now(), now(), $5) RETURNING id`,
    [who.id, who.name, more.workDir ?? '/data', projectId, more.inputs ?? []],
  );
  await passes();
  return String(job?.['id']);
}

/** It prints something and ends; a worker has looked what it left. */
async function end(jobId: string): Promise<void> {
  await passes();
  await platform.query(
    `INSERT INTO script_job_output (job_id, start_byte, data) VALUES ($1, 0, 'hello')`,
    [jobId],
  );
  await platform.query(
    `UPDATE script_job SET status = 'COMPLETED', ended_at = now(), output_bytes = 5, results_due_at = now() WHERE id = $1`,
    [jobId],
  );
  await passes();
  await platform.makeDue(collectJobResults);
  await waitFor('its results', async () => {
    const [row] = await platform.query(
      'SELECT results_due_at AS due FROM script_job WHERE id = $1',
      [jobId],
    );
    return row?.['due'] === null;
  });
}

/** As a job writes: behind the platform's back. */
async function write(path: string, text = 'text'): Promise<void> {
  await mkdir(dirname(spec.path(projectId, path)), { recursive: true });
  await writeFile(spec.path(projectId, path), text);
}

async function putters(dir = '/data'): Promise<Record<string, string | undefined>> {
  const { result } = await platform.call(user(owner), projectFiles.list, { projectId, path: dir });
  return Object.fromEntries(result.map(({ path, putBy }) => [basename(path), putBy?.userName]));
}

const filesOf = (who: SpecUser, jobId: string, kind: 'input' | 'output' = 'output') =>
  platform.call(who, calls.files, { jobId, kind });
const madeBy = (who: SpecUser, path: string) =>
  platform.call(who, calls.madeBy, { space: 'project', spaceId: projectId, path });

describe('what a job makes in a project', () => {
  it('is put there by its submitter, its output too, and what others put there stays theirs', async () => {
    await write('/data/before.txt');
    const jobId = await begin(user(ann));
    await write('/data/made/deep/a.txt');
    await write('/data/single.txt');
    await write('/data/before.txt', 'changed');
    await spec.upload(user(bob), projectId, '/data/bobs.txt');
    // In the owner's own folder nothing needs to be noted, were it not for the job beside it.
    await spec.upload(user(owner), projectId, '/data/owners.txt');
    await end(jobId);
    expect(await putters()).toEqual({
      'before.txt': 'owner',
      'bobs.txt': 'bob',
      [`made-${jobId}.log`]: 'ann',
      made: 'ann',
      'owners.txt': 'owner',
      'single.txt': 'ann',
    });
    // A row for the topmost alone, and all in it follows.
    expect(await putters('/data/made')).toEqual({ deep: 'ann' });
    const rows = await platform.query(
      `SELECT name FROM project_entry JOIN space_entry AS entry ON entry.id = entry_id
       WHERE put_by = $1 ORDER BY name`,
      [user(ann).id],
    );
    expect(rows.map(({ name }) => name)).toEqual(['made', `made-${jobId}.log`, 'single.txt']);
  });

  it('is under the switches of that: theirs for the submitter, the group for others', async () => {
    await spec.save(user(owner), projectId, '/', {
      userView: true,
      groupView: true,
      userEdit: true,
    });
    const jobId = await begin(user(ann));
    await write('/data/single.txt');
    await end(jobId);
    const remove = (who: SpecUser) =>
      platform.call(who, projectFiles.remove, { projectId, paths: ['/data/single.txt'] });
    expect(await remove(user(bob))).toMatchObject({ success: false });
    expect(await remove(user(ann))).toMatchObject({ success: true });
  });

  it("belongs to nobody new while another user's job works there", async () => {
    const [ofAnn, ofBob] = [await begin(user(ann)), await begin(user(bob), { workDir: '/' })];
    await write('/data/whose.txt');
    await end(ofAnn);
    await end(ofBob);
    expect((await putters())['whose.txt']).toBe('owner');
  });

  it('lies closed in the folder of its results when the job was sealed', async () => {
    const jobId = await begin(user(ann));
    const submitter = await platform.get(UserRights).find(user(ann).id);
    const results = await platform.get(ResultsFolders).make(submitter!, projectId, {
      ...{ dir: '/data', name: 'results', noted: null },
      note: () => Promise.resolve(),
    });
    await platform.query(`UPDATE script_job SET is_sealed = true, results_dir = $2 WHERE id = $1`, [
      jobId,
      results,
    ]);
    await write(`${results}/made.txt`);
    await end(jobId);
    const log = `made-${jobId}.log`;
    expect(Object.keys(await putters(results)).sort()).toEqual([log, 'made.txt']);
    for (const name of [log, 'made.txt']) {
      const path = `${results}/${name}`;
      const { result } = await platform.call(user(ann), projectFiles.rights, { projectId, path });
      expect(result.rights).toEqual({ view: true, edit: false, download: false });
    }
    expect((await filesOf(user(ann), jobId)).result).toMatchObject({
      data: [{ path: `${results}/made.txt` }],
    });
  });

  it('gets no output of a submitter who has left', async () => {
    const jobId = await begin(user(ann));
    await platform.call(user(owner), projects.removeUser, { projectId, userId: user(ann).id });
    await end(jobId);
    expect(await readdir(spec.path(projectId, '/data'))).toEqual([]);
  });
});

describe('what is told of it', () => {
  it('is told to those who may see it at this moment', async () => {
    await spec.upload(user(owner), projectId, '/inputs/in.txt');
    const jobId = await begin(user(ann), { inputs: ['/inputs/in.txt', '/gone'] });
    const job = await platform.get(JobRepository).find(jobId);
    await platform.get(JobInputs).note(job!);
    await write('/data/out.txt');
    await write('/data/secret/out.txt');
    await end(jobId);
    await spec.save(user(owner), projectId, '/data/secret', {});
    await spec.upload(user(owner), projectId, '/inputs/in.txt', 'changed since');

    expect((await filesOf(user(ann), jobId)).result).toMatchObject({
      data: [{ path: '/data/out.txt', state: 'same', spaceId: projectId }],
      total: 1,
      isWhole: true,
    });
    expect((await filesOf(user(ann), jobId, 'input')).result).toMatchObject({
      data: [{ path: '/inputs/in.txt', size: 4, state: 'changed' }],
      isWhole: false,
    });
    expect(await filesOf(user(bob), jobId)).toMatchObject({ success: false });

    const made = { jobName: 'made', userName: 'ann', isChanged: false };
    const inputs = [{ path: '/inputs/in.txt' }];
    expect((await madeBy(user(ann), '/data/out.txt')).result).toMatchObject({
      ...made,
      jobId,
      inputs,
    });
    await rename(spec.path(projectId, '/data/out.txt'), spec.path(projectId, '/moved.txt'));
    expect((await madeBy(user(bob), '/moved.txt')).result).toMatchObject({
      ...made,
      jobId: null,
      inputs,
    });
    await spec.save(user(owner), projectId, '/inputs', {});
    expect((await madeBy(user(bob), '/moved.txt')).result).toMatchObject({ ...made, inputs: [] });
    expect(await madeBy(user(bob), '/data/secret/out.txt')).toMatchObject({ success: false });
    expect(await madeBy(user(stranger), '/moved.txt')).toMatchObject({ success: false });
    expect(
      await platform.call(user(ann), calls.madeBy, { space: 'project', path: '/moved.txt' }),
    ).toMatchObject({ success: false, code: 404 });

    await platform.call(user(owner), projects.removeUser, { projectId, userId: user(ann).id });
    expect((await filesOf(user(ann), jobId)).result).toMatchObject({ data: [], total: 0 });
    expect(await madeBy(user(ann), '/moved.txt')).toMatchObject({ success: false });
  });
});
