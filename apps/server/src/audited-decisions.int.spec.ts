import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  platformDecisions,
  type Decision,
} from '@clusterdesk/tests/features/platform-decisions.js';
import { compileScript, runScript } from '@clusterdesk/tests/jest/compiled-script.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { createUser, userPassword } from '@clusterdesk/tests/server/test-users.js';
import { agentKeyId, agentKeyOf } from '@clusterdesk/contracts/agent-proof';
import { AuditLog } from './features/audit/audit-log.service.js';
import { EnrolmentService } from './features/cluster/agents/enrolment.service.js';

const { account, downloadPermission, jobs, roles, settings, shares, users } = endpoints;
let server: TestServer;
let admin: ApiClient;
let script: string;
let count = 0;

/** What could not be stored is not tried again while these specs look at the log. */
const timings = { database: { storeLateMs: 600_000 } };

beforeAll(async () => {
  const environment = { LOCAL_NODE_TOKEN: 'x'.repeat(40), LOCAL_NODE_NAME: 'host-1' };
  server = await startTestServer(environment, undefined, timings);
  admin = new ApiClient(server.baseUrl);
  await admin.signIn('admin', adminPassword);
  script = await compileScript('tests/support/children/decision-child.ts');
  await server.query(`
    CREATE FUNCTION spec_refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'this does not commit' USING ERRCODE = 'query_canceled'; END $$`);
});
afterAll(async () => {
  await server.stop();
  await rm(script, { force: true });
});
beforeEach(async () => {
  count += 1;
  await server.get(AuditLog).settle();
  await server.query('TRUNCATE audit_log');
});

const name = (): string => `subject${count}`;

const newUser = (): Promise<{ id: string }> => createUser(server, name());

async function signedInUser(): Promise<string> {
  const { id } = await newUser();
  await new ApiClient(server.baseUrl).signIn(name(), userPassword);
  return id;
}

const newRole = async (): Promise<string> =>
  (await admin.expectOk(roles.add, { roleName: name() })).result.id;

const userRoleId = async (): Promise<string> => {
  const [row] = await server.query('SELECT id FROM role WHERE NOT is_system_administrator LIMIT 1');
  return String(row?.['id']);
};

const nodeId = async (): Promise<string> => {
  const [row] = await server.query(`SELECT id FROM node WHERE kind = 'compute' LIMIT 1`);
  return String(row?.['id']);
};

async function submitJob(isRunning: boolean): Promise<string> {
  await newUser();
  const owner = new ApiClient(server.baseUrl);
  await owner.signIn(name(), userPassword);
  const { result } = await owner.expectOk(jobs.run, {
    jobName: name(),
    queueName: 'local',
    scriptContent: 'true',
  });
  if (isRunning) {
    await server.query(
      `UPDATE script_job SET status = 'RUNNING', is_accepted = true WHERE id = $1`,
      [result.jobId],
    );
  }
  return result.jobId;
}

/** Two steps that follow each other. */
const newGraph = () => ({
  graphName: name(),
  steps: [
    { key: 'one', queueName: 'local', scriptContent: 'true' },
    { key: 'two', after: ['one'], queueName: 'local', scriptContent: 'true' },
  ],
});

/** A file in a home, called as the subject. */
async function newEntry(userName: string): Promise<void> {
  const home = join(server.config.filesDir, 'home', userName);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, name()), 'text');
}

async function idOf(userName: string): Promise<string> {
  const [row] = await server.query('SELECT id FROM user_account WHERE user_name = $1', [userName]);
  return String(row?.['id']);
}

/** A share of an entry called as the subject, with one user; without, a link. */
async function newShare(ownerName: string, userId: string | null): Promise<string> {
  const id = `share-${count}-${randomUUID()}`;
  const values = [id, await idOf(ownerName)];
  await server.query(
    userId
      ? 'INSERT INTO share (id, owner_id, share_type) VALUES ($1, $2, 1)'
      : `INSERT INTO share (id, owner_id, share_type, verification, expires_at)
         VALUES ($1, $2, 2, 'ABC234', now() + interval '1 day')`,
    values,
  );
  await server.query(
    `INSERT INTO share_path (share_id, "position", owner_id, path, is_directory, entry_id)
     VALUES ($1, 0, $2, $3, false,
       ensure_space_entry('disk', $2::uuid::text, NULL, string_to_array(substr($3, 2), '/')))`,
    [...values, `/${name()}`],
  );
  if (userId) {
    await server.query('INSERT INTO share_receiver (share_id, user_id) VALUES ($1, $2)', [
      id,
      userId,
    ]);
  }
  return id;
}

const target = (type: string, id: unknown = expect.any(String)): Decision['target'] => ({
  type,
  id,
  name: name(),
});

/** One of each that an administrator decides; each makes what it is about. */
const decisions: Record<string, () => Promise<Decision>> = {
  ...platformDecisions(() => ({ server, admin, count })),
  'adding a user': async () => ({
    endpoint: users.add,
    input: {
      userName: name(),
      password: await admin.encrypt(userPassword),
      roleId: await userRoleId(),
    },
    target: target('user'),
    details: { roles: ['普通用户'], effectiveFrom: null, expiresAt: null },
  }),
  'deleting a user': async () => {
    const { id } = await newUser();
    return {
      endpoint: users.remove,
      input: { id },
      target: target('user', id),
      details: { roles: ['普通用户'] },
    };
  },
  'freezing a user, whose sessions end': async () => {
    const id = await signedInUser();
    return {
      endpoint: users.freeze,
      input: { id, freeze: 1 },
      target: target('user', id),
      details: { isFrozen: true, endedSessions: 1 },
    };
  },
  'activating a user': async () => {
    const { id } = await newUser();
    return {
      endpoint: users.freeze,
      input: { id, freeze: 2, startDate: '2020-01-01', endDate: '2099-01-01' },
      target: target('user', id),
      details: expect.objectContaining({ isFrozen: false, endedSessions: 0 }),
    };
  },
  'a new password for a user, whose sessions end': async () => {
    const id = await signedInUser();
    return {
      endpoint: users.changePassword,
      input: { id, password: await admin.encrypt('another-pass-1') },
      target: target('user', id),
      details: { endedSessions: 1 },
    };
  },
  'who may download': async () => {
    const { id } = await newUser();
    return {
      endpoint: downloadPermission.save,
      input: { allowDownload: true, userIds: [id] },
      target: { type: 'setting', id: 'downloadSwitch', name: 'downloadSwitch' },
      details: {
        before: { allowDownload: true, count: 0, userNames: [] },
        after: { allowDownload: true, count: 1, userNames: [name()] },
        changedUsers: 1,
      },
    };
  },
  'that everyone may download': async () => {
    const { id } = await newUser();
    await admin.expectOk(downloadPermission.save, { allowDownload: true, userIds: [id] });
    return {
      endpoint: downloadPermission.allowAll,
      input: {},
      target: { type: 'setting', id: 'downloadSwitch', name: 'downloadSwitch' },
      details: {
        before: expect.objectContaining({ allowDownload: true, userNames: [name()] }),
        after: { allowDownload: true, count: 0, userNames: [] },
        changedUsers: 1,
      },
    };
  },
  'other roles for a user': async () => {
    const { id } = await newUser();
    const [row] = await server.query('SELECT id FROM role WHERE is_system_administrator');
    return {
      endpoint: users.setRoles,
      input: { userId: id, roleIds: String(row?.['id']) },
      target: target('user', id),
      details: { before: ['普通用户'], after: ['系统管理员'] },
    };
  },
  'another real name for a user': async () => {
    const { id } = await newUser();
    return {
      endpoint: account.updateRealName,
      input: { userId: id, realName: 'Ann' },
      target: target('user', id),
      details: { before: { realName: null }, after: { realName: 'Ann' } },
    };
  },
  'adding a role': () =>
    Promise.resolve({
      endpoint: roles.add,
      input: { roleName: name(), description: 'of a spec' },
      target: target('role'),
      details: { description: 'of a spec' },
    }),
  'deleting a role': async () => {
    const id = await newRole();
    return {
      endpoint: roles.remove,
      input: { id },
      target: target('role', id),
      details: { users: 0 },
    };
  },
  'other menus for a role': async () => {
    const roleId = await newRole();
    return {
      endpoint: roles.setMenus,
      input: { roleId, menuIds: '0,userList' },
      target: target('role', roleId),
      details: { added: ['用户管理'], removed: [] },
    };
  },
  'users for a role': async () => {
    const roleId = await newRole();
    const { id } = await newUser();
    return {
      endpoint: roles.addUsers,
      input: { roleId, userIds: id },
      target: target('role', roleId),
      details: {
        added: { count: 1, userNames: [name()] },
        removed: { count: 0, userNames: [] },
      },
    };
  },
  'editing a queue': async () => {
    const [queue] = await server.dataSource.query<{ id: string }[]>('SELECT id FROM compute_queue');
    const change = { network: 'none', defaultMinutes: 60 + count, maxMinutes: 600 + count };
    return {
      endpoint: jobs.queueAdd,
      input: { id: queue?.id, ...change },
      target: { type: 'queue', id: queue?.id, name: 'local' },
      details: {
        before: expect.objectContaining({ network: expect.any(String) }),
        after: expect.objectContaining({ queueName: 'local', ...change }),
      },
    };
  },
  'adding a queue': async () => ({
    endpoint: jobs.queueAdd,
    input: { queueName: name(), calculations: [{ id: await nodeId(), cpus: 1 }] },
    target: target('queue'),
    details: {
      before: null,
      after: expect.objectContaining({ queueName: name(), nodes: [expect.stringMatching(/: 1$/)] }),
    },
  }),
  'deleting a queue': async () => {
    const calculations = [{ id: await nodeId(), cpus: 1 }];
    const { id } = (await admin.expectOk(jobs.queueAdd, { queueName: name(), calculations }))
      .result;
    return {
      endpoint: jobs.queueDelete,
      input: { id },
      target: target('queue', id),
      details: { before: expect.objectContaining({ queueName: name() }), cancelledJobs: 0 },
    };
  },
  'submitting a job': () =>
    Promise.resolve({
      endpoint: jobs.run,
      input: { jobName: name(), queueName: 'local', scriptContent: 'true' },
      target: target('job'),
      details: { queueName: 'local', cpus: 1 },
    }),
  'submitting a graph of jobs': () =>
    Promise.resolve({
      endpoint: jobs.graphRun,
      input: newGraph(),
      target: target('jobGraph'),
      details: { steps: 2 },
    }),
  'running a graph of jobs again': async () => {
    const { graphId } = (await admin.expectOk(jobs.graphRun, newGraph())).result;
    await server.query(`UPDATE script_job SET status = 'FAILED', ended_at = now()`);
    return {
      endpoint: jobs.graphRerun,
      input: { graphId, from: ['one'] },
      target: target('jobGraph', graphId),
      details: { from: ['one'], steps: 2 },
    };
  },
  'sharing with a user': async () => {
    await newEntry('admin');
    const { id } = await newUser();
    return {
      endpoint: shares.add,
      input: { patahs: [`/${name()}`], shareType: 1, users: [{ id }] },
      target: target('share'),
      details: {
        isLink: false,
        entries: 1,
        receivers: { count: 1, userNames: [name()] },
        expiresAt: null,
        downloadLimit: null,
        isDropBox: false,
        canDownload: true,
      },
    };
  },
  'other users for a share': async () => {
    const other = await newUser();
    const id = await newShare('admin', other.id);
    const { id: userId } = await createUser(server, `${name()}b`);
    return {
      endpoint: shares.edit,
      input: { id, users: [{ id: userId }] },
      target: target('share', id),
      details: {
        added: { count: 1, userNames: [`${name()}b`] },
        removed: { count: 1, userNames: [name()] },
      },
    };
  },
  'another limit for a link': async () => {
    const id = await newShare('admin', null);
    return {
      endpoint: shares.edit,
      input: { id, downloadLimit: 5 },
      target: target('share', id),
      details: { before: { downloadLimit: null }, after: { downloadLimit: 5 } },
    };
  },
  'ending a share': async () => {
    const { id: userId } = await newUser();
    const id = await newShare('admin', userId);
    return {
      endpoint: shares.remove,
      input: { id },
      target: target('share', id),
      details: { isLink: false, receivers: 1 },
    };
  },
  'leaving a share': async () => {
    await newUser();
    const id = await newShare(name(), await idOf('admin'));
    return {
      endpoint: shares.leave,
      input: { id },
      target: target('share', id),
      details: null,
    };
  },
  'redeeming a link': async () => {
    await createUser(server, name(), ['myDoc.files', 'myDoc.myShare']);
    const id = await newShare(name(), null);
    return {
      endpoint: shares.redeem,
      input: { id, password: 'ABC234' },
      target: target('share', id),
      details: null,
    };
  },
  'entering a drop box without an account': async () => {
    await createUser(server, name(), ['myDoc.files', 'myDoc.myShare']);
    const id = await newShare(name(), null);
    await server.query('UPDATE share SET is_drop_box = true, for_visitors = true WHERE id = $1', [
      id,
    ]);
    await admin.expectOk(settings.save, { changes: { visitorDropBoxes: true } });
    return {
      endpoint: shares.enterDropBox,
      input: { id, code: 'ABC234', name: 'Eve' },
      target: target('share', id),
      details: { visitor: 'Eve' },
    };
  },
  "holding somebody's job": async () => {
    const jobId = await submitJob(false);
    return {
      endpoint: jobs.hold,
      input: { jobId },
      target: target('job', jobId),
      details: { owner: name() },
    };
  },
  "releasing somebody's job": async () => {
    const jobId = await submitJob(false);
    await admin.expectOk(jobs.hold, { jobId });
    return {
      endpoint: jobs.release,
      input: { jobId },
      target: target('job', jobId),
      details: { owner: name() },
    };
  },
  "stopping somebody's waiting job": async () => {
    const jobId = await submitJob(false);
    return {
      endpoint: jobs.stop,
      input: { jobId },
      target: target('job', jobId),
      details: { owner: name() },
    };
  },
  "stopping somebody's running job": async () => {
    const jobId = await submitJob(true);
    return {
      endpoint: jobs.stop,
      input: { jobId },
      target: target('job', jobId),
      details: { owner: name() },
    };
  },
};

const decided = [
  'user_account',
  'user_removal',
  'user_session',
  'user_role',
  'setting',
  'download_switch_user',
  'backup',
  'role',
  'role_menu',
  'menu',
  'script_job',
  'job_graph',
  'job_graph_job',
  'compute_queue',
  'share',
  'share_path',
  'share_receiver',
  'notification',
];

/** Everything that these decisions change. */
async function readState(): Promise<unknown> {
  const rows: unknown[] = [];
  for (const table of decided) {
    rows.push(await server.query(`SELECT row_to_json(t)::text AS row FROM ${table} t ORDER BY 1`));
  }
  return rows;
}

const readLog = (): Promise<unknown> =>
  server.query(`SELECT log_level, user_name, method_name, target_type AS type, target_id AS id, target_name AS name, details
                FROM audit_log ORDER BY id`);

const rowOf = ({ endpoint, target: about, details }: Decision): unknown => ({
  log_level: 'INFO',
  user_name: 'admin',
  method_name: endpoint.path,
  ...about,
  details,
});

async function prepare(make: (() => Promise<Decision>) | undefined): Promise<Decision> {
  const decision = await make?.();
  if (!decision) {
    throw new Error('There is no such decision.');
  }
  // What led here has rows of its own, and so has what failed before.
  await server.get(AuditLog).settle();
  await server.query('TRUNCATE audit_log');
  return decision;
}

/** While the work runs no transaction commits that wrote a row with a target. */
async function withoutCommits(work: () => Promise<void>): Promise<void> {
  await server.query(`CREATE CONSTRAINT TRIGGER spec_no_commit AFTER INSERT ON audit_log
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.target_id IS NOT NULL) EXECUTE FUNCTION spec_refuse()`);
  try {
    await work();
  } finally {
    await server.query('DROP TRIGGER spec_no_commit ON audit_log');
  }
}

describe.each(Object.keys(decisions))('%s', (what) => {
  it('leaves one row, with whom or what it is about', async () => {
    const decision = await prepare(decisions[what]);
    await admin.expectOk(decision.endpoint, decision.input);
    expect(await readLog()).toEqual([rowOf(decision)]);
  });

  it('is undone with its row', async () => {
    const { endpoint, input } = await prepare(decisions[what]);
    const before = await readState();
    await withoutCommits(async () => {
      expect(await admin.call(endpoint, input)).toMatchObject({ code: 503 });
    });
    expect(await readState()).toEqual(before);
    // That the call failed is a row of its own, which nobody waits for.
    const done = await server.query(`SELECT 1 FROM audit_log WHERE log_level = 'INFO'`);
    expect(done).toEqual([]);
  });
});

describe('a server that is killed as soon as it has decided', () => {
  it.each([
    'freezing a user, whose sessions end',
    'adding a role',
    'editing a menu',
    'ending a share',
    "stopping somebody's running job",
  ])('leaves the row: %s', async (what) => {
    const decision = await prepare(decisions[what]);
    const { databaseUrl, dataDir } = server.config;
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0' };
    const { endpoint, input } = decision;
    const args = [admin.token ?? '', endpoint.path, JSON.stringify(input)];
    expect(await runScript(script, args, environment)).toMatchObject({ signal: 'SIGKILL' });
    expect(await readLog()).toEqual([rowOf(decision)]);
  });
});

describe('a node that enrolled', () => {
  it('is in the log once, however often its agent comes with the new secret', async () => {
    const [node] = await server.query(`SELECT id FROM node WHERE name = 'host-1'`);
    const nodeId = String(node?.['id']);
    const enrolment = server.get(EnrolmentService);
    const about = { type: 'node', id: nodeId, name: 'host-1' };
    await enrolment.allowEnrolment(nodeId, 'a token');
    const token = await enrolment.findKey(agentKeyId(agentKeyOf('a token')));
    await enrolment.begin(token!, 'a secret');
    const secret = { nodeId, key: agentKeyOf('a secret') };
    await withoutCommits(() =>
      expect(enrolment.finish(secret)).rejects.toThrow('this does not commit'),
    );
    expect(await server.query('SELECT 1 FROM node WHERE enrol_token_hash IS NULL')).toEqual([]);
    await enrolment.finish(secret);
    await enrolment.finish(secret);
    expect(await readLog()).toMatchObject([{ method_name: 'node.enrolled', ...about }]);
  });
});
