import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/spec-projects.js';
import { SpecTus } from '@clusterdesk/tests/spec-tus.js';

const { projects, projectFiles, approvals } = endpoints;

jest.setTimeout(60_000);

let platform: SpecPlatform;
let spec: SpecProjects;
/** By what they are in the project; `uploader` is a member who put `/mine.txt` there. */
const people: Record<string, SpecUser> = {};
let projectId: string;
let tagId: string;
let applicationId: string;
let approvedId: string;
let trashId: string;

/** In this order the table says what each gets. */
const roles = ['owner', 'admin', 'uploader', 'member', 'stranger', 'none', 'anonymous'] as const;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  spec = new SpecProjects(platform);
  for (const name of ['owner', 'admin', 'uploader', 'member', 'stranger', 'extra']) {
    people[name] = await spec.addUser(`${name}1`);
  }
  people['none'] = await platform.addUser('none1', []);
  for (const { home } of Object.values(people)) {
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'own.txt'), 'own');
  }
}, 60_000);
afterAll(() => platform.close());

/** Everything as it was: a call that is allowed may have changed it. */
async function prepare(): Promise<void> {
  await platform.query('DELETE FROM project');
  await platform.query('DELETE FROM copy_task');
  const members = [who('uploader'), who('member')];
  const project = await spec.add(who('owner'), { admin: who('admin'), members });
  projectId = project.id;
  await spec.upload(who('uploader'), projectId, '/mine.txt', 'mine');
  await spec.upload(who('owner'), projectId, '/theirs.txt', 'theirs');
  const tag = { projectId, tagName: 'tag' };
  tagId = (await platform.call(who('owner'), projects.addTag, tag)).result.id;
  applicationId = (await spec.apply(who('member'), projectId, ['/theirs.txt'])).id;
  approvedId = (await spec.apply(who('member'), projectId, ['/theirs.txt'])).id;
  await spec.approve(who('owner'), approvedId);
  await spec.upload(who('uploader'), projectId, '/removed.txt');
  const removed = { projectId, paths: ['/removed.txt'] };
  await platform.call(who('owner'), projectFiles.remove, removed);
  const { result } = await platform.call(who('owner'), projectFiles.trash, { projectId });
  trashId = result.data[0]?.id ?? '';
}

function who(name: string): SpecUser {
  const user = people[name];
  if (!user) {
    throw new Error(`There is no ${name}.`);
  }
  return user;
}

type Call = [Endpoint, () => Record<string, unknown>, number[]];
const inProject = (more: Record<string, unknown> = {}) => ({ projectId, ...more });

/** The codes in the order of `roles`. */
const all = [200, 200, 200, 200, 404, 403, 401];
const managers = [200, 200, 403, 403, 404, 403, 401];
/** Of an entry that the uploader put there. */
const ofMine = [200, 200, 200, 403, 404, 403, 401];
const empty = [200, 200, 200, 200, 200, 403, 401];

const calls: Record<string, Call> = {
  list: [projects.list, () => ({ me: '1' }), empty],
  'names to choose from': [projects.listAll, () => ({}), empty],
  detail: [projects.detail, () => ({ id: projectId }), all],
  settings: [projects.getSettings, () => inProject(), managers],
  edit: [projects.edit, () => ({ id: projectId, projectDescribe: 'x' }), managers],
  'add a tag': [projects.addTag, () => inProject({ tagName: 'new' }), managers],
  'delete a tag': [projects.removeTag, () => inProject({ tagId }), managers],
  members: [projects.users, () => inProject(), all],
  candidates: [projects.candidates, () => inProject(), managers],
  'add a user': [projects.addUsers, () => inProject({ userId: who('extra').id }), managers],
  'delete a user': [projects.removeUser, () => inProject({ userId: who('member').id }), managers],
  leave: [projects.leave, () => inProject(), [409, 409, 200, 200, 404, 403, 401]],
  'set the administrator': [
    projects.setAdmin,
    () => ({ id: projectId, userId: who('uploader').id }),
    managers,
  ],
  files: [projectFiles.list, () => inProject(), all],
  summary: [projectFiles.summary, () => inProject(), all],
  search: [projectFiles.search, () => inProject({ key: 'mine' }), all],
  rights: [projectFiles.rights, () => inProject({ path: '/mine.txt' }), all],
  measure: [projectFiles.measure, () => inProject({ path: '/' }), all],
  'checksum of the uploader’s': [
    projectFiles.checksum,
    () => inProject({ path: '/mine.txt' }),
    ofMine,
  ],
  mkdir: [projectFiles.mkdir, () => inProject({ path: '/new' }), all],
  mkdirs: [projectFiles.mkdirs, () => inProject({ paths: ['/new/deep'] }), all],
  'rename the uploader’s': [
    projectFiles.rename,
    () => inProject({ name: '/mine.txt', newName: 'other.txt' }),
    ofMine,
  ],
  'rename the owner’s': [
    projectFiles.rename,
    () => inProject({ name: '/theirs.txt', newName: 'other.txt' }),
    managers,
  ],
  'delete the uploader’s': [projectFiles.remove, () => inProject({ paths: ['/mine.txt'] }), ofMine],
  'move the owner’s': [
    projectFiles.move,
    () => inProject({ paths: ['/theirs.txt'], dir: '/' }),
    managers,
  ],
  'copy the uploader’s': [
    projectFiles.copy,
    () => inProject({ paths: ['/mine.txt'], dir: '/', operation: '2', async: true }),
    ofMine,
  ],
  'import from the own disk': [
    projectFiles.importFromDisk,
    () => inProject({ fileList: ['/own.txt'], async: true }),
    all,
  ],
  'save from the own disk': [
    projectFiles.saveFromDisk,
    () => inProject({ paths: ['/own.txt'], async: true }),
    all,
  ],
  'save the uploader’s to the disk': [
    projectFiles.saveToDisk,
    () => inProject({ paths: ['/mine.txt'], operation: '2', async: true }),
    ofMine,
  ],
  'download the uploader’s': [
    projectFiles.getDownloadPath,
    () => inProject({ paths: ['/mine.txt'] }),
    ofMine,
  ],
  'download the owner’s': [
    projectFiles.getDownloadPath,
    () => inProject({ paths: ['/theirs.txt'] }),
    managers,
  ],
  'download all of it as a package': [
    projectFiles.getDownloadPath,
    () => inProject({ paths: ['/'], async: true }),
    managers,
  ],
  'preview the uploader’s': [
    projectFiles.getPreviewPath,
    () => inProject({ path: '/mine.txt' }),
    ofMine,
  ],
  'get permissions': [projectFiles.getPermission, () => inProject({ file: '/mine.txt' }), managers],
  'set permissions': [
    projectFiles.setPermission,
    () => inProject({ file: '/mine.txt', filePermission: { groupView: true } }),
    managers,
  ],
  usage: [projectFiles.usage, () => inProject(), all],
  'set the quota': [
    projectFiles.setQuota,
    () => inProject({ quotaBytes: 1 }),
    [403, 403, 403, 403, 403, 403, 401],
  ],
  trash: [projectFiles.trash, () => inProject(), managers],
  'restore from the trash': [
    projectFiles.restoreFromTrash,
    () => inProject({ ids: [trashId] }),
    managers,
  ],
  'purge the trash': [projectFiles.purgeTrash, () => inProject({ ids: [trashId] }), managers],
  'empty the trash': [projectFiles.emptyTrash, () => inProject(), managers],
  apply: [
    approvals.add,
    () => ({ project: { id: projectId }, paths: ['/theirs.txt'] }),
    [409, 409, 200, 200, 404, 403, 401],
  ],
  applications: [approvals.list, () => ({ me: '3' }), empty],
  'application of the member': [
    approvals.detail,
    () => ({ id: applicationId }),
    [200, 200, 404, 200, 404, 403, 401],
  ],
  'its files': [
    approvals.files,
    () => ({ id: applicationId }),
    [200, 200, 404, 200, 404, 403, 401],
  ],
  'a checksum of it': [
    approvals.checksum,
    () => ({ id: applicationId, path: '/theirs.txt' }),
    [200, 200, 404, 403, 404, 403, 401],
  ],
  approve: [
    approvals.agree,
    () => ({ id: applicationId, status: '1' }),
    [200, 200, 404, 403, 404, 403, 401],
  ],
  reject: [
    approvals.agree,
    () => ({ id: applicationId, status: '2' }),
    [200, 200, 404, 403, 404, 403, 401],
  ],
  revoke: [approvals.revoke, () => ({ id: approvedId }), [200, 200, 404, 403, 404, 403, 401]],
  withdraw: [
    approvals.withdraw,
    () => ({ id: applicationId }),
    [404, 404, 404, 200, 404, 403, 401],
  ],
  'download what was approved': [
    approvals.download,
    () => ({ id: approvedId }),
    [404, 404, 404, 200, 404, 403, 401],
  ],
  'delete the project': [projects.remove, () => ({ id: projectId }), managers],
  'create a project': [projects.add, () => ({ projectName: 'another' }), empty],
};

/** What takes more than one call: a form, tus, a ticket, or a project that is deleted. The status of the envelope, or of the answer. */
const others: Record<
  string,
  [Endpoint | null, (user: SpecUser | null) => Promise<number>, number[]]
> = {
  'upload a file': [
    projectFiles.uploadFile,
    (user) => sendForm(user, '/project/uploadFile'),
    [200, 200, 200, 200, 404, 403, 401],
  ],
  'upload a folder': [
    projectFiles.uploadFolder,
    (user) => sendForm(user, '/project/uploadFolder'),
    [200, 200, 200, 200, 404, 403, 401],
  ],
  'upload over the owner’s': [
    projectFiles.uploadFile,
    (user) => sendForm(user, '/project/uploadFile', 'theirs.txt'),
    managers,
  ],
  'upload by tus': [
    null,
    async (user) => {
      const metadata = { space: 'project', spaceId: projectId, dir: '/', fileName: 'by-tus.txt' };
      return (await new SpecTus(platform).create(user, metadata)).status;
    },
    [201, 201, 201, 201, 404, 403, 401],
  ],
  'fetch with a ticket that was never given': [
    projectFiles.download,
    async () => (await spec.fetch('A'.repeat(43))).status,
    [404, 404, 404, 404, 404, 404, 404],
  ],
  'restore the deleted project': [
    projects.restore,
    async (user) => {
      await platform.call(who('owner'), projects.remove, { id: projectId });
      return (await platform.call(user, projects.restore, { id: projectId })).code;
    },
    [200, 200, 404, 404, 404, 403, 401],
  ],
};

async function sendForm(user: SpecUser | null, path: string, name = 'new.txt'): Promise<number> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ dir: '/', projectId, operation: '1' })) {
    form.set(field, value);
  }
  form.set('files', new Blob(['new']), name);
  const headers: Record<string, string> = user ? { Authorization: user.token } : {};
  const url = `${platform.baseUrl}/api${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { code: number }).code;
}

describe('who may and who may not', () => {
  it.each(Object.entries(calls))('%s', async (_, [endpoint, input, codes]) => {
    const send = async (user: SpecUser | null): Promise<number> =>
      (await platform.call(user, endpoint, input())).code;
    expect(await answersOf(send, endpoint.audited)).toEqual(codes);
  });

  it.each(Object.entries(others))('%s', async (_, [, send, codes]) => {
    expect(await answersOf(send, true)).toEqual(codes);
  });

  it('is tested for every call of projects and approvals', () => {
    const declared = [projects, projectFiles, approvals].flatMap((feature) =>
      Object.values(feature).map(({ path }) => path),
    );
    const tested = [...Object.values(calls), ...Object.values(others)].flatMap(
      ([endpoint]) => endpoint?.path ?? [],
    );
    expect([...new Set(tested)].sort()).toEqual(declared.sort());
  });
});

/** In the order of `roles`. What was allowed and changed something is made good before the next tries. */
async function answersOf(
  send: (user: SpecUser | null) => Promise<number>,
  isChanging: boolean,
): Promise<number[]> {
  const answers: number[] = [];
  await prepare();
  for (const role of roles) {
    const code = await send(role === 'anonymous' ? null : who(role));
    answers.push(code);
    if (isChanging && code < 300) {
      await prepare();
    }
  }
  return answers;
}
