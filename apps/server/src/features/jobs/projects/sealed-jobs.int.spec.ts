import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type FilePermission, type RunScript } from '@clusterdesk/contracts';
import { SpecProjectJobs } from '@clusterdesk/tests/features/project-jobs-fixture.js';
import type { SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import type { FakeAgent } from '@clusterdesk/tests/wire/fake-agent.js';
import { JobService } from '../job.service.js';

const { jobs: calls, projects, projectFiles, approvals } = endpoints;

let spec: SpecProjectJobs;
let agent: FakeAgent;
let projectId: string;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;
let guest: SpecUser;
let admin: SpecUser;

beforeAll(async () => {
  spec = await SpecProjectJobs.start();
  owner = await spec.addUser('owner1');
  ann = await spec.addUser('ann1');
  bob = await spec.addUser('bob1');
  guest = await spec.addUser('guest1');
  const [root] = await spec.jobs.query<{ id: string }>(
    `SELECT id FROM user_account WHERE user_name = 'admin'`,
  );
  admin = { id: root?.id ?? '', name: 'admin', token: spec.jobs.token, home: '' };
});
afterAll(() => spec.stop());

beforeEach(async () => {
  agent = await spec.connect();
  projectId = (await spec.projects.add(owner, { members: [ann, bob] })).id;
  await spec.projects.upload(owner, projectId, '/data/secret.txt', 'secret');
  await spec.projects.upload(owner, projectId, '/runs/readme.txt');
});
afterEach(async () => {
  await spec.jobs.closeAgents();
  await spec.jobs.query('DELETE FROM script_job');
});

const sealed = { isSealed: true, workDir: '/runs' } as const;

/** A sealed job that runs, its order, and the folder of its results. */
async function start(
  more: Parameters<typeof spec.submit>[2] = {},
): Promise<{ jobId: string; order: RunScript; results: string }> {
  const jobId = await spec.submit(ann, projectId, { ...sealed, ...more });
  const order = await spec.orderOf(agent, jobId);
  await spec.jobs.begin(agent, jobId);
  return { jobId, order, results: (await spec.jobs.job(jobId)).resultsDir ?? '' };
}

/** Puts a file there as the job would. */
const write = (results: string, name: string): Promise<void> =>
  writeFile(spec.projects.path(projectId, join(results, name)), 'what was computed');

const codeOf = async (answer: Promise<{ code: number }>): Promise<number> => (await answer).code;

describe('a sealed job', () => {
  it('sees what its user may view, reads it only, and has no home and no network', async () => {
    await spec.jobs.query(`UPDATE compute_queue SET network = 'outside'`);
    const { jobId, order, results } = await start();
    expect(results).toBe(`/runs/job-${jobId}`);
    expect(order).toMatchObject({ visibleDirs: [], network: 'none' });
    expect(spec.shownBy(order)).toEqual(['/', `${results} +`]);
    expect(order.workDir).toBe(spec.projects.path(projectId, results));
    const { result } = await spec.platform.call(ann, calls.detail, { jobId });
    expect(result).toMatchObject({ isSealed: true, workDir: results });
    await spec.projects.save(owner, projectId, '/data', {});
    // Results are seen by whoever sees the folder that they are in.
    for (const user of [ann, bob]) {
      const other = await spec.orderOf(agent, await spec.submit(user, projectId, sealed));
      expect(spec.shownBy(other)).toEqual(['/runs', expect.stringMatching(/^\/runs\/job-\d+ \+$/)]);
    }
    // The first one saw the folder that was closed since; the others do not disturb each other.
    const stopped = await spec.jobs.query(
      'SELECT id FROM script_job WHERE stop_reason IS NOT NULL',
    );
    expect(stopped).toEqual([{ id: jobId }]);
  });

  it('never runs beside an ordinary job of its project, whoever of them came first', async () => {
    const ordinary = await spec.submit(owner, projectId, { workDir: '/runs' });
    await spec.jobs.begin(agent, ordinary);
    const first = await spec.submit(ann, projectId, sealed);
    const second = await spec.submit(owner, projectId, { workDir: '/runs' });
    await spec.jobs.dispatch();
    expect(agent.commands.map((command) => command.jobId)).toEqual([ordinary]);
    for (const [user, jobId] of [
      [ann, first],
      [owner, second],
    ] as const) {
      const { result } = await spec.platform.call(user, calls.detail, { jobId });
      expect(result.waiting).toMatchObject({ code: 'SEALED_APART' });
    }
    await spec.jobs.end(agent, ordinary);
    await spec.jobs.dispatch();
    expect(agent.commands.at(-1)?.jobId).toBe(first);
    await spec.jobs.begin(agent, first);
    await spec.jobs.end(agent, first);
    await spec.jobs.dispatch();
    expect(agent.commands.at(-1)?.jobId).toBe(second);
  });

  it('reads the results of the one that it waited for, and knows where they are', async () => {
    const first = await start();
    const jobId = await spec.submit(ann, projectId, { ...sealed, afterJobIds: [first.jobId] });
    await spec.jobs.end(agent, first.jobId);
    await spec.jobs.dispatch();
    const order = await spec.orderOf(agent, jobId);
    expect(order.env['CLUSTERDESK_AFTER_DIRS']).toBe(spec.projects.path(projectId, first.results));
    expect(spec.shownBy(order)).toContain('/');
  });

  it('is for members, where they may put something, and with what they may view', async () => {
    const refusal = async (user: SpecUser, more = {}) =>
      (await spec.try(user, projectId, { ...sealed, ...more })).error;
    expect(await refusal(guest)).toBe('PROJECT_NOT_FOUND');
    await spec.projects.save(owner, projectId, '/runs', { otherView: true, otherEdit: true });
    expect(await refusal(guest)).toBe('PROJECT_ADD_OFF');
    expect(await refusal(ann)).toBe('PROJECT_VIEW_OFF');
    await spec.projects.save(owner, projectId, '/data', {});
    expect(await refusal(ann, { workDir: '/', inputs: ['/data'] })).toBe('PROJECT_VIEW_OFF');
    await spec.projects.save(owner, projectId, '/data', { groupView: true });
    await spec.projects.save(owner, projectId, '/data/secret.txt', {});
    expect(await refusal(ann, { workDir: '/', inputs: ['/data'] })).toBe('JOB_INPUT_NOT_OPEN');
    expect(await refusal(ann, { workDir: '/', inputs: ['/runs'] })).toBe('PROJECT_VIEW_OFF');
  });

  it('has a folder of its own for each element, and the same one when it is sent again', async () => {
    const jobId = await spec.submit(ann, projectId, { ...sealed, array: '1-2' });
    const elements = await spec.platform.call(ann, calls.elements, { jobId });
    const ids = elements.result.data.map((one) => one.jobId);
    const dirs = new Set<string>();
    for (const id of ids) {
      const order = await spec.orderOf(agent, id);
      expect(order).toMatchObject({ network: 'none', visibleDirs: [] });
      dirs.add(order.workDir);
    }
    expect(dirs.size).toBe(2);
    const [first = ''] = ids;
    const sent = agent.commands.length;
    await spec.jobs.query(
      `UPDATE script_job SET is_accepted = false, sent_at = now() - interval '1 minute' WHERE id = $1`,
      [first],
    );
    await spec.jobs.reconcile();
    expect(agent.commands.slice(sent).map(({ workDir }) => workDir)).toEqual([
      spec.projects.path(projectId, `/runs/job-${first}`),
    ]);
  });

  it('takes nothing that has the name of its results, nor what came into their place', async () => {
    const next = async () => {
      const [row] = await spec.jobs.query<{ id: string }>(
        `SELECT (pg_sequence_last_value(pg_get_serial_sequence('script_job', 'id')::regclass) + 1)::text AS id`,
      );
      return row?.id ?? '';
    };
    const taken = `/runs/job-${await next()}`;
    await spec.projects.upload(ann, projectId, `${taken}/a.txt`);
    const { order, results } = await start();
    expect(results).toBe(`${taken} (1)`);
    expect(spec.shownBy(order)).toContain(`${results} +`);
  });
});

describe('what a sealed job wrote', () => {
  it('is viewed by its user and taken by nobody but managers', async () => {
    const { results } = await start();
    await write(results, 'out.txt');
    const path = `${results}/out.txt`;
    await spec.projects.upload(ann, projectId, '/own/o.txt');
    const { platform } = spec;
    const ways: Record<string, (user: SpecUser) => Promise<number>> = {
      preview: (user) =>
        codeOf(platform.call(user, projectFiles.getPreviewPath, { projectId, path })),
      download: (user) =>
        codeOf(platform.call(user, projectFiles.getDownloadPath, { projectId, paths: [path] })),
      package: (user) =>
        codeOf(platform.call(user, projectFiles.getDownloadPath, { projectId, paths: [results] })),
      checksum: (user) => codeOf(platform.call(user, projectFiles.checksum, { projectId, path })),
      copy: (user) =>
        codeOf(
          platform.call(user, projectFiles.copy, {
            ...{ projectId, paths: [path], dir: '/own', operation: '1' },
          }),
        ),
      'copy to the disk': (user) =>
        codeOf(platform.call(user, projectFiles.saveToDisk, { projectId, paths: [results] })),
    };
    for (const [name, take] of Object.entries(ways)) {
      const codes = [await take(ann), await take(bob), await take(guest)];
      expect([name, ...codes]).toEqual([name, 403, 403, 404]);
    }
    const file = { projectId, path };
    expect((await platform.call(owner, projectFiles.getPreviewPath, file)).code).toBe(200);
    const listed = await spec.platform.call(ann, projectFiles.list, { projectId, path: results });
    expect(listed.code).toBe(200);
    const rights = await spec.platform.call(ann, projectFiles.rights, file);
    expect(rights.result).toMatchObject({
      ...{ rights: { view: true, edit: false, download: false }, canAdd: false },
    });
  });

  it('stays where it is: nothing is put to it, moved away, thrown away or shared', async () => {
    const { results } = await start();
    await write(results, 'out.txt');
    await spec.projects.upload(ann, projectId, '/own/o.txt');
    const move = (paths: string[], dir: string) =>
      codeOf(spec.platform.call(ann, projectFiles.move, { projectId, paths, dir, operation: '0' }));
    expect(await move([`${results}/out.txt`], '/own')).toBe(403);
    expect(await move([results], '/own')).toBe(403);
    // What the job would write into it had the rights of what she moved there.
    expect(await move(['/own'], results)).toBe(403);
    const rename = { projectId, name: results, newName: 'free' };
    expect(await codeOf(spec.platform.call(ann, projectFiles.rename, rename))).toBe(403);
    const remove = { projectId, paths: [results] };
    expect(await codeOf(spec.platform.call(ann, projectFiles.remove, remove))).toBe(403);
    expect((await spec.projects.send(ann, projectId, `${results}/new.txt`, 'x')).success).toBe(
      false,
    );
    const over = await spec.projects.send(ann, projectId, `${results}/out.txt`, 'x', '1');
    expect(over.success).toBe(false);
    const mkdir = { projectId, path: `${results}/sub` };
    expect(await codeOf(spec.platform.call(ann, projectFiles.mkdir, mkdir))).toBe(403);
  });

  it('goes no way through an ordinary job, and stays closed when switches are saved or it comes back', async () => {
    const { results } = await start();
    await write(results, 'out.txt');
    await spec.projects.save(owner, projectId, '/runs', {
      ...{ userView: true, userEdit: true, userDownload: true },
      ...{ groupView: true, groupEdit: true, groupDownload: true },
    } satisfies Partial<FilePermission>);
    const error = async (more: object) => (await spec.try(ann, projectId, more)).error;
    expect(await error({ workDir: '/runs', inputs: [] })).toBe('JOB_WORK_DIR_NOT_OPEN');
    await spec.projects.upload(owner, projectId, '/open/x.txt');
    await spec.projects.save(owner, projectId, '/open', {
      ...{ groupView: true, groupEdit: true, groupDownload: true },
      ...{ userView: true, userEdit: true, userDownload: true },
    });
    for (const path of [results, `${results}/out.txt`]) {
      expect(await error({ workDir: '/open', inputs: [path] })).toBe('JOB_INPUT_NOT_OPEN');
    }
    const removed = { projectId, paths: [results] };
    expect((await spec.platform.call(owner, projectFiles.remove, removed)).code).toBe(200);
    const trash = await spec.platform.call(owner, projectFiles.trash, { projectId });
    const [item] = trash.result.data;
    await spec.platform.call(owner, projectFiles.restoreFromTrash, { projectId, ids: [item!.id] });
    const rights = await spec.platform.call(ann, projectFiles.rights, { projectId, path: results });
    expect(rights.result).toMatchObject({ rights: { view: true, download: false }, canAdd: false });
    // A manager who lets her edit does not let her put something where the job writes.
    await spec.projects.save(owner, projectId, results, { userView: true, userEdit: true });
    const after = await spec.platform.call(ann, projectFiles.rights, { projectId, path: results });
    expect(after.result).toMatchObject({ rights: { edit: true }, canAdd: false });
  });

  it('is downloaded as approved', async () => {
    const { results } = await start();
    await write(results, 'out.txt');
    const { id } = await spec.projects.apply(ann, projectId, [`${results}/out.txt`]);
    await spec.projects.approve(owner, id);
    const { result } = await spec.platform.call(ann, approvals.download, { id });
    expect((await spec.projects.fetch(result)).text).toBe('what was computed');
  });
});

describe('what a sealed job prints', () => {
  const watch = (user: SpecUser, jobId: string) =>
    spec.platform.get(JobService).mayWatch(
      {
        ...{ userId: user.id, userName: user.name, isSystemAdministrator: user === admin },
        ...{ permissions: new Set(['projects.join', 'jobs.use']), canDownload: true },
      } as never,
      jobId,
    );

  it('is content of the project: read by who may download the results', async () => {
    const { jobId, results } = await start();
    const { attempt } = await spec.jobs.ref(jobId);
    const data = Buffer.from('secret');
    await agent.say('jobs.output', { jobId, attempt, offset: 0, data });
    const read = async (user: SpecUser) => {
      const { code, result } = await spec.platform.call(user, calls.log, { jobId, offset: 0 });
      return code === 200 ? result.text : code;
    };
    // An administrator of the platform has no rights in projects.
    for (const user of [ann, admin]) {
      expect(await read(user)).toBe(403);
      expect(await watch(user, jobId)).toBe(false);
      const refused = await spec.platform.call(user, calls.getLogPath, { jobId });
      expect([refused.code, refused.message]).toEqual([403, expect.stringMatching(/apply|申请/)]);
    }
    await spec.projects.save(owner, projectId, results, { userView: true, userDownload: true });
    expect(await read(ann)).toBe('secret');
    expect(await watch(ann, jobId)).toBe(true);
    await spec.platform.call(ann, projects.leave, { projectId });
    expect(await read(ann)).toBe(403);
    expect(await watch(ann, jobId)).toBe(false);
  });
});
