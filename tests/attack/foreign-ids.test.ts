import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, shareTypes, type Endpoint } from '@clusterdesk/contracts';
import { ApiClient } from '../support/platform/api-client.js';
import {
  askWithId,
  expectNoId,
  idParameters,
  withoutIds,
} from '../support/attack/id-parameters.js';
import { SpecForms, resultOf } from '../support/wire/multipart-forms.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { signIn } from '../support/server/test-server.js';
import { SpecTus } from '../support/wire/tus-uploads.js';

const menus = ['/myDoc', '/taskManangement', '/myShare', '/receiveShare'];
const { disk, trash, copies, downloads, shares, jobs, sessions, notifications, account } =
  endpoints;

let platform: SpecPlatform;
let bob: SpecUser;
let mallory: SpecUser;
let asBob: ApiClient;
let asMallory: ApiClient;
let asManager: ApiClient;
/** A role that there is, and a password as it travels. */
let role: string;
let password: string;
/** What bob has, by kind. */
const ids: Record<Kind, string> = {
  user: '',
  package: '',
  copy: '',
  trash: '',
  job: '',
  graph: '',
  'saved script': '',
  session: '',
  notification: '',
  upload: '',
  'chunk key': '',
  share: '',
};

type Kind =
  | 'user'
  | 'package'
  | 'copy'
  | 'trash'
  | 'job'
  | 'graph'
  | 'saved script'
  | 'session'
  | 'notification'
  | 'upload'
  | 'chunk key'
  | 'share';

/**
 * Every parameter by which a call without a manager's permission names a thing of somebody, with the kind of it and what
 * else the call wants. A string says why a parameter names nothing that is anybody's.
 */
const named: Record<string, { kind: Kind; rest?: Record<string, unknown> } | string> = {
  '/user/info/getPackageState packageId': { kind: 'package' },
  '/user/info/cancelPackage packageId': { kind: 'package' },
  '/user/info/getCopyState copyId': { kind: 'copy' },
  '/user/info/cancelCopy copyId': { kind: 'copy' },
  '/user/info/retryCopy copyId': { kind: 'copy' },
  '/user/info/clearCopies copyIds': { kind: 'copy' },
  '/user/info/trash/restore ids': { kind: 'trash' },
  '/user/info/trash/purge ids': { kind: 'trash' },
  '/file/versions/restore versionId': 'tried in versions.int.spec.ts',
  '/file/versions/remove versionId': 'tried in versions.int.spec.ts',
  '/file/versions/getDownloadPath versionId': 'tried in versions.int.spec.ts',
  '/job/stop jobId': { kind: 'job' },
  '/job/hold jobId': { kind: 'job' },
  '/job/release jobId': { kind: 'job' },
  '/job/detail jobId': { kind: 'job' },
  '/job/log jobId': { kind: 'job' },
  '/job/getLogPath jobId': { kind: 'job' },
  '/job/rerun jobId': { kind: 'job' },
  '/job/elements jobId': { kind: 'job' },
  '/job/files jobId': { kind: 'job', rest: { kind: 'output' } },
  '/job/madeBy spaceId': 'tried in project-results.int.spec.ts',
  '/job/graph/detail graphId': { kind: 'graph' },
  '/job/graph/rerun graphId': { kind: 'graph', rest: { from: ['one'] } },
  '/job/graph/stop graphId': { kind: 'graph' },
  '/job/run afterJobIds': 'tried in job-chains.int.spec.ts',
  '/job/run spaceId': 'tried in project-jobs.int.spec.ts',
  '/job/dirs spaceId': 'tried in project-jobs.int.spec.ts',
  '/job/save id': { kind: 'saved script', rest: { jobName: 'theirs' } },
  '/job/saved/delete id': { kind: 'saved script' },
  '/job/saved/detail id': { kind: 'saved script' },
  '/user/info/sessions/end id': { kind: 'session' },
  '/notification/read ids': { kind: 'notification' },
  '/user/info/update/password id': {
    kind: 'user',
    rest: { password: 'bm90aGluZw==', oldPassword: 'bm90aGluZw==' },
  },
  '/user/info/update/realName userId': { kind: 'user', rest: { realName: 'Owned' } },
  '/user/info/savaMobile userId': {
    kind: 'user',
    rest: { code: '123456', mobile: '13900139000' },
  },
  '/user/info/savaEmail userId': {
    kind: 'user',
    rest: { code: '123456', email: 'mallory@lab.example' },
  },
  '/user/info/uploadFile key': 'the forms have a test of their own below',
  '/user/info/uploadFolder key': 'the forms have a test of their own below',
  '/user/info/uploadFile projectId': 'tried in foreign-projects.test.ts',
  '/user/info/uploadFolder projectId': 'tried in foreign-projects.test.ts',
  '/user/info/checkFileSameName projectId': 'tried in foreign-projects.test.ts',
  '/user/info/disk/find key': 'a part of a name',
  '/user/info/disk/search key': 'a part of a name',
  '/share/detail id': { kind: 'share' },
  '/share/edit id': { kind: 'share', rest: { downloadLimit: 5 } },
  '/share/delete id': { kind: 'share' },
  '/share/leave id': { kind: 'share' },
  '/share/link/:id id': { kind: 'share', rest: { password: 'WRONG2' } },
  '/share/download/:id/:verification id': { kind: 'share', rest: { verification: 'WRONG2' } },
  '/share/drop/look id': { kind: 'share', rest: { code: 'WRONG2' } },
  '/share/drop/enter id': { kind: 'share', rest: { code: 'WRONG2' } },
  '/share/files id': { kind: 'share' },
  '/share/files/summary id': { kind: 'share' },
  '/share/files/search id': { kind: 'share' },
  '/share/files/search key': 'a part of a name',
  '/share/getDownloadFilePath id': { kind: 'share', rest: { paths: ['/a.txt'] } },
  '/share/getPreviewFilePath id': { kind: 'share', rest: { path: '/a.txt' } },
  '/share/visits id': { kind: 'share' },
  '/user/info/downloadClientTools id': 'client tools are for all',
  '/user/info/getClientToolPath id': 'client tools are for all',
  '/user/info/fetchClientTool ticket': 'an unguessable ticket',
  '/job/downloadLog ticket': 'an unguessable ticket',
  '/backup/fetch ticket': 'an unguessable ticket',
  '/platform/openTaskBoard ticket': 'an unguessable ticket',
  '/user/info/list/all exceptRoleId': 'roles are for all who name users',
  '/platform/consoleFailure buildId': 'names a build of the console',
};

beforeAll(async () => {
  // A node that no agent connects to, so that the job waits.
  platform = await SpecPlatform.open({
    withWorker: true,
    environment: {
      LOCAL_NODE_TOKEN: 'token-of-a-node-that-never-comes-0000',
      LOCAL_NODE_NAME: 'n',
    },
  });
  await platform.query('UPDATE compute_queue_node SET cpus = 4');
  bob = await platform.addUser('bob', menus);
  mallory = await platform.addUser('mallory', menus);
  asBob = clientOf(bob);
  asMallory = clientOf(mallory);
  asManager = new ApiClient(platform.baseUrl);
  asManager.token = await signIn(platform.baseUrl);
  const added = await asManager.expectOk(endpoints.roles.add, { roleName: 'a role' });
  [role, password] = [added.result.id, await asManager.encrypt('of-no-id-1')];
  await mkdir(join(bob.home, 'folder'), { recursive: true });
  for (const name of ['a.txt', 'removed.txt', 'folder/b.txt']) {
    await writeFile(join(bob.home, name), `of bob: ${name}`);
  }
  const packed = await asBob.expectOk(downloads.getDownloadPath, {
    paths: ['/a.txt', '/folder'],
    async: true,
  });
  const copied = await asBob.expectOk(copies.copy, {
    paths: ['/a.txt'],
    dir: '/folder',
    async: true,
  });
  const run = { jobName: 'bobs-job', queueName: 'local', scriptContent: 'echo of bob' };
  const steps = ['one', 'two'].map((key) => ({ ...run, key }));
  const shared = {
    paths: ['/a.txt', '/folder'],
    shareType: shareTypes.link,
    expirationTime: Date.now() + 7 * 24 * 3_600_000,
  };
  const uploadUrl = await new SpecTus(platform).begin(bob, { fileName: 'up.txt', dir: '/' });
  await asBob.expectOk(disk.remove, { paths: ['/removed.txt'] });
  const [notification] = await platform.query(
    `INSERT INTO notification (user_id, kind, payload, pushed_at)
     VALUES ($1, 'jobs.ended', '{}', now()) RETURNING id::text`,
    [bob.id],
  );
  Object.assign(ids, {
    user: bob.id,
    package: (packed.result as { packageId: string }).packageId,
    copy: copied.result.copyId,
    trash: (await asBob.expectOk(trash.list, {})).result.data[0]?.id,
    job: (await asBob.expectOk(jobs.run, run)).result.jobId,
    graph: (await asBob.expectOk(jobs.graphRun, { graphName: 'bobs-graph', steps })).result.graphId,
    'saved script': (await asBob.expectOk(jobs.save, { jobName: 'of_bob', context: 'true' })).result
      .id,
    session: (await asBob.expectOk(sessions.list, {})).result[0]?.id,
    notification: notification?.['id'],
    upload: uploadUrl,
    'chunk key': 'a key of bob',
    share: (await asBob.expectOk(shares.add, shared)).result.id,
  });
  await settled();
});

afterAll(() => platform.stop());

function clientOf(user: SpecUser): ApiClient {
  const client = new ApiClient(platform.baseUrl);
  client.token = user.token;
  return client;
}

/** Copies and packings end by themselves; until then bob's things change without anybody's doing. */
async function settled(): Promise<void> {
  const open = ['waiting', 'copying', 'packing'];
  for (let isOpen = true; isOpen;) {
    const { copy, packed } = await thingsOfBob();
    isOpen = open.includes(copy.state) || open.includes(packed.state);
  }
}

/** All that the calls could have changed. */
async function thingsOfBob() {
  const [copy, packed, removed, job, graph, saved, signedIn, told, self, share, upload] =
    await Promise.all([
      asBob.expectOk(copies.state, { copyId: ids.copy }),
      asBob.expectOk(downloads.packageState, { packageId: ids.package }),
      asBob.expectOk(trash.list, {}),
      asBob.expectOk(jobs.detail, { jobId: ids.job }),
      asBob.expectOk(jobs.graphDetail, { graphId: ids.graph }),
      asBob.expectOk(jobs.savedList, {}),
      asBob.expectOk(sessions.list, {}),
      asBob.expectOk(notifications.list, {}),
      asBob.expectOk(account.detail, {}),
      asBob.expectOk(shares.detail, { id: ids.share }),
      new SpecTus(platform).send(bob, 'HEAD', ids.upload),
    ]);
  return {
    copy: copy.result,
    packed: packed.result,
    trash: removed.result,
    job: job.result,
    graph: graph.result,
    saved: saved.result,
    sessions: signedIn.result.map(({ id }) => id),
    notifications: told.result,
    self: self.result,
    share: share.result,
    upload: [upload.status, upload.headers.get('upload-offset')],
  };
}

/** What managers' calls want beside an id; enough for them to be carried out if there were what the id names. */
const restOfManagers: Record<string, Record<string, unknown>> = {
  '/application/output': { name: 'none', version: '1' },
  '/application/install': { name: 'none', version: '1' },
  '/application/un/install': { name: 'none', version: '1' },
  '/application/update': { name: 'none', version: '1' },
  '/application/retry': { name: 'none', version: '1' },
  '/calculation/add': { calculationName: 'node-of-no-id', lanIp: '10.0.0.1' },
  '/calculation/find/name': { calculationName: 'node-of-no-id' },
  '/calculation/hold': { isHeld: true },
  // With nobody to add, a new desktop would be made of the first call.
  '/desktop/add': {
    desktopName: 'desktop_of_no_id',
    lanIp: '10.0.0.2',
    addUserIds: [randomUUID()],
  },
  '/user/info/disk/setQuota': { quotaBytes: 1 },
  '/user/info/bulk/quota': { quotaBytes: 1 },
  // A queue needs a node: with none that there is, the first call makes none.
  '/calculation/queue/add': {
    queueName: 'queue_of_no_id',
    calculations: [{ id: randomUUID(), cpus: 1 }],
    setCalculations: [],
  },
  '/menu/add': { menuName: 'Of no id', menuUrl: '/of-no-id', menuType: 1 },
  '/menu/shift': { direction: 'up' },
  '/project/setQuota': { quotaBytes: 1 },
  '/role/addUser': { userIds: [] },
  '/role/users/add': { userIds: [] },
  '/role/users/remove': { userIds: [] },
  '/role/addMenu': { menuIds: [] },
  '/systemSetting/allowDownloadSave': { allowDownload: true },
  '/user/info/add': { userName: 'of-no-id' },
  '/user/info/freeze': { freeze: 1 },
  '/user/info/edit': { realName: 'Of no id' },
  '/user/info/bulk/freeze': { freeze: 1 },
};

const isForManagers = ({ access }: Endpoint): boolean =>
  typeof access === 'object' &&
  access.anyPermission.every((permission) => /\.(manage|see|end-sessions)$/.test(permission));
/** Those of projects and applications have a table of their own: `foreign-projects.test.ts`. */
const parameters = idParameters(
  (endpoint) => !isForManagers(endpoint) && !['projects', 'approvals'].includes(endpoint.feature),
);
const managersParameters = idParameters(isForManagers);

describe("what is no id, in managers' calls", () => {
  test.each(managersParameters)('$door: gets what an unknown id gets', async (parameter) => {
    const { endpoint } = parameter;
    const rest = {
      roleId: role,
      userId: bob.id,
      ids: [bob.id],
      password,
      ...restOfManagers[endpoint.path],
    };
    const unknown = await askWithId(asManager, parameter, randomUUID(), rest);
    const said = await unknown.text();
    expect(said).not.toContain('INPUT_INVALID');
    await expectNoId(asManager, parameter, rest, said);
  });
});

describe("another user's id", () => {
  test('is tried on every parameter that takes one', () => {
    const missing = parameters.map(({ door }) => door).filter((door) => !(door in named));
    expect(missing).toEqual([]);
    const gone = Object.keys(named).filter((door) => !parameters.some((one) => one.door === door));
    expect(gone).toEqual([]);
  });

  test.each(parameters.filter(({ door }) => typeof named[door] === 'object'))(
    '$door: gets what an unknown id gets, and changes nothing',
    async (parameter) => {
      const { door } = parameter;
      const how = named[door];
      if (typeof how !== 'object') {
        throw new Error(`${door} names nothing`);
      }
      const before = await thingsOfBob();
      const foreign = await askWithId(asMallory, parameter, ids[how.kind], how.rest);
      const unknownId = how.kind === 'notification' ? '999999999' : randomUUID();
      const unknown = await askWithId(asMallory, parameter, unknownId, how.rest);
      const [said, saidOfUnknown] = [await foreign.text(), await unknown.text()];
      expect(foreign.status).toBe(unknown.status);
      // The same words, so that nobody learns which ids there are; the request's own number differs.
      const id = ids[how.kind];
      expect(withoutIds(said, id)).toBe(withoutIds(saidOfUnknown, id));
      if (how.kind !== 'notification') {
        await expectNoId(asMallory, parameter, how.rest, saidOfUnknown);
      }
      expect(said).not.toContain('of bob');
      if (door !== '/notification/read ids') {
        expect(JSON.parse(said)).toMatchObject({ success: false });
      }
      expect(await thingsOfBob()).toEqual(before);
    },
  );

  test.each(['HEAD', 'PATCH', 'DELETE', 'GET', 'POST as PATCH', 'POST as DELETE'])(
    'an upload of his takes no %s',
    async (method) => {
      const before = await thingsOfBob();
      const tus = new SpecTus(platform);
      const override = method.startsWith('POST') ? method.split(' ')[2] : undefined;
      const isPatch = method.endsWith('PATCH');
      const answer = await tus.send(
        mallory,
        override ? 'POST' : method,
        ids.upload,
        {
          ...(override && { 'X-HTTP-Method-Override': override }),
          ...(isPatch && {
            'Content-Type': 'application/offset+octet-stream',
            'Upload-Offset': '0',
          }),
        },
        isPatch ? 'evil' : undefined,
      );
      expect([403, 404, 405, 410]).toContain(answer.status);
      expect(await thingsOfBob()).toEqual(before);
    },
  );

  test('a key of his chunks is another upload', async () => {
    const forms = new SpecForms(platform);
    const chunk = (index: number, content: string) => [
      ...Object.entries({
        key: ids['chunk key'],
        fileName: 'chunked.txt',
        shardIndex: String(index),
        shardSize: '4',
        shardTotal: '2',
        size: '8',
      }).map(([name, value]) => ({ name, content: value })),
      { name: 'file', fileName: 'blob', content },
    ];
    await forms.expectOk(bob, 'uploadFile', chunk(1, 'bob1'));
    const theirs = await forms.send(mallory, 'uploadFile', chunk(2, 'evil'));
    expect(resultOf(theirs)).toMatchObject({ complete: false, received: [2] });
    const done = await forms.expectOk(bob, 'uploadFile', chunk(2, 'bob2'));
    expect(done.complete).toBe(true);
  });
});
