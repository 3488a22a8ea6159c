import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type Endpoint, type ProjectRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import {
  nothingAllowed,
  projectPages,
  SpecProjects,
} from '@clusterdesk/tests/features/projects-fixture.js';

const { projects, projectFiles, approvals } = endpoints;
let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let bob: SpecUser;
let carol: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    // What could not be stored is not tried again while this spec looks at the log.
    timings: { files: { firstMeasuringMs: 0 }, database: { storeLateMs: 600_000 } },
  });
  spec = new SpecProjects(platform);
  owner = await platform.addUser('owner', [...projectPages, '/userList']);
  [bob, carol] = await Promise.all([spec.addUser('bob'), spec.addUser('carol')]);
  await platform.query(`
    CREATE FUNCTION spec_refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'this does not commit' USING ERRCODE = 'query_canceled'; END $$`);
});
afterAll(() => platform.close());

/** A call to be made, and what its row says. */
interface Decision {
  by: SpecUser;
  endpoint: Endpoint;
  input: Record<string, unknown>;
  /** Without it: the project. */
  target?: { type: string; id: unknown; name: string };
  details: unknown;
}

type Make = (project: ProjectRow) => Promise<Decision> | Decision;

const byOwner = (
  endpoint: Endpoint,
  input: Record<string, unknown>,
  details: unknown = null,
): Decision => ({ by: owner, endpoint, input, details });

async function newApplication(project: ProjectRow): Promise<{ id: string; about: object }> {
  await spec.write(project.id, '/a.txt', 'four');
  const { id } = await spec.apply(bob, project.id, ['/a.txt']);
  return { id, about: { project: project.projectName, applicant: 'bob', files: 1, bytes: 4 } };
}

const target = (id: string): Decision['target'] => ({ type: 'application', id, name: 'a.txt' });

/** Of each audited call one, by its path. */
const decisions: Record<string, Make> = {
  [projects.add.path]: () => ({
    by: owner,
    endpoint: projects.add,
    input: { projectName: 'added' },
    target: { type: 'project', id: expect.any(String), name: 'added' },
    details: null,
  }),
  [projects.edit.path]: ({ id }) =>
    byOwner(
      projects.edit,
      { id, projectDescribe: 'new' },
      {
        before: expect.objectContaining({ projectDescribe: '' }),
        after: expect.objectContaining({ projectDescribe: 'new' }),
      },
    ),
  [projects.remove.path]: ({ id }) => byOwner(projects.remove, { id }),
  [projects.restore.path]: async ({ id }) => {
    await platform.call(owner, projects.remove, { id });
    return byOwner(projects.restore, { id });
  },
  [projects.addTag.path]: ({ id }) =>
    byOwner(projects.addTag, { projectId: id, tagName: 'new' }, { tag: 'new' }),
  [projects.removeTag.path]: async ({ id }) => {
    const { result } = await platform.call(owner, projects.addTag, {
      projectId: id,
      tagName: 'old',
    });
    return byOwner(projects.removeTag, { projectId: id, tagId: result.id }, { tag: 'old' });
  },
  [projects.addUsers.path]: ({ id }) =>
    byOwner(projects.addUsers, { projectId: id, userId: carol.id }, { users: ['carol'], count: 1 }),
  [projects.removeUser.path]: ({ id }) =>
    byOwner(projects.removeUser, { projectId: id, userId: bob.id }, { user: 'bob' }),
  [projects.leave.path]: ({ id }) => ({
    by: bob,
    endpoint: projects.leave,
    input: { projectId: id },
    details: { user: 'bob' },
  }),
  [projects.setAdmin.path]: ({ id }) =>
    byOwner(
      projects.setAdmin,
      { id, userId: bob.id },
      { before: { admin: 'owner' }, after: { admin: 'bob' } },
    ),
  [projectFiles.setPermission.path]: async ({ id }) => {
    await spec.write(id, '/a.txt');
    const filePermission = { ...nothingAllowed, groupView: true };
    return byOwner(
      projectFiles.setPermission,
      { projectId: id, file: '/a.txt', filePermission },
      { path: '/a.txt', after: filePermission },
    );
  },
  [projectFiles.setQuota.path]: ({ id }) =>
    byOwner(
      projectFiles.setQuota,
      { projectId: id, quotaBytes: 1000 },
      { before: { quotaBytes: null }, after: { quotaBytes: 1000 } },
    ),
  [approvals.add.path]: async ({ id, projectName }) => {
    await spec.write(id, '/a.txt', 'four');
    return {
      by: bob,
      endpoint: approvals.add,
      input: { project: { id }, paths: ['/a.txt'], reason: 'why' },
      target: { type: 'application', id: expect.any(String), name: 'a.txt' },
      details: { project: projectName, entries: 1, files: 1, bytes: 4, reason: 'why' },
    };
  },
  [approvals.agree.path]: async (project) => {
    const { id, about } = await newApplication(project);
    const input = { id, status: '1', reason: 'fine' };
    const details = { ...about, isYes: true, isDecided: true, isRevoked: false, reason: 'fine' };
    return { ...byOwner(approvals.agree, input, details), target: target(id) };
  },
  [approvals.revoke.path]: async (project) => {
    const { id, about } = await newApplication(project);
    await spec.approve(owner, id);
    const details = { ...about, reason: 'over' };
    return {
      ...byOwner(approvals.revoke, { id, reason: 'over' }, expect.objectContaining(details)),
      target: target(id),
    };
  },
  [approvals.withdraw.path]: async (project) => {
    const { id } = await newApplication(project);
    return {
      by: bob,
      endpoint: approvals.withdraw,
      input: { id },
      target: target(id),
      details: null,
    };
  },
};

/** Everything that these decisions change. */
const decided = [
  'project',
  'project_member',
  'project_tag',
  'project_account',
  'project_entry',
  'space_entry',
  'download_application',
  'application_vote',
  'notification',
];

async function readState(): Promise<unknown> {
  const rows: unknown[] = [];
  for (const table of decided) {
    rows.push(
      await platform.query(`SELECT row_to_json(t)::text AS row FROM ${table} t ORDER BY 1`),
    );
  }
  return rows;
}

const readLog = (): Promise<unknown> =>
  platform.query(`SELECT user_name, method_name, target_type AS type, target_id AS id, target_name AS name, details
                  FROM audit_log ORDER BY id`);

async function prepare(make: Make | undefined): Promise<Decision & { project: ProjectRow }> {
  // A name is taken once.
  await platform.query(`DELETE FROM project WHERE project_name = 'added'`);
  const project = await spec.add(owner, { members: [bob] });
  const decision = await make?.(project);
  if (!decision) {
    throw new Error('There is no such decision.');
  }
  // What led here has rows of its own.
  await platform.query('TRUNCATE audit_log');
  return { ...decision, project };
}

/** While the work runs no transaction commits that wrote a row with a target. */
async function withoutCommits(work: () => Promise<void>): Promise<void> {
  await platform.query(`CREATE CONSTRAINT TRIGGER spec_no_commit AFTER INSERT ON audit_log
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.target_id IS NOT NULL) EXECUTE FUNCTION spec_refuse()`);
  try {
    await work();
  } finally {
    await platform.query('DROP TRIGGER spec_no_commit ON audit_log');
  }
}

it('has each audited call of projects and approvals', () => {
  const all: Endpoint[] = [
    ...Object.values(projects),
    ...Object.values(approvals),
    projectFiles.setPermission,
    projectFiles.setQuota,
  ];
  // Fetching what was approved decides nothing.
  const audited = all.filter((each) => each.audited && each !== approvals.download);
  expect(Object.keys(decisions).sort()).toEqual(audited.map(({ path }) => path).sort());
});

describe.each(Object.keys(decisions))('%s', (path) => {
  it('leaves one row, with whom or what it is about', async () => {
    const { by, endpoint, input, project, details, ...decision } = await prepare(decisions[path]);
    expect(await platform.call(by, endpoint, input)).toMatchObject({ success: true });
    const { id, projectName } = project;
    const about = decision.target ?? { type: 'project', id, name: projectName };
    const row = { user_name: by.name, method_name: path, ...about, details };
    expect(await readLog()).toEqual([row]);
  });

  it('is undone with its row', async () => {
    const { by, endpoint, input } = await prepare(decisions[path]);
    const before = await readState();
    await withoutCommits(async () => {
      expect(await platform.call(by, endpoint, input)).toMatchObject({ code: 503 });
    });
    expect(await readState()).toEqual(before);
    expect(await platform.query('SELECT 1 FROM audit_log WHERE target_id IS NOT NULL')).toEqual([]);
  });
});
