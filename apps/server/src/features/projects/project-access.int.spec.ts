import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import {
  accessCodes,
  SpecProjectAccess,
  type AccessRow,
} from '@clusterdesk/tests/features/project-access-fixture.js';
import type { SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecTus } from '@clusterdesk/tests/wire/tus-uploads.js';

const { projects, projectFiles, hiddenEntries } = endpoints;
const { all, managers, ofMine, own } = accessCodes;

let access: SpecProjectAccess;

beforeAll(async () => {
  access = await SpecProjectAccess.open();
});
afterAll(() => access.platform.close());

const inProject = (more: Record<string, unknown> = {}) => ({
  projectId: access.projectId,
  ...more,
});

const calls: Record<string, AccessRow> = {
  list: [projects.list, () => ({ me: '1' }), own],
  'names to choose from': [projects.listAll, () => ({}), own],
  detail: [projects.detail, () => ({ id: access.projectId }), all],
  settings: [projects.getSettings, () => inProject(), managers],
  edit: [projects.edit, () => ({ id: access.projectId, projectDescribe: 'x' }), managers],
  'add a tag': [projects.addTag, () => inProject({ tagName: 'new' }), managers],
  'delete a tag': [projects.removeTag, () => inProject({ tagId: access.tagId }), managers],
  members: [projects.users, () => inProject(), all],
  candidates: [projects.candidates, () => inProject(), managers],
  'add a user': [projects.addUsers, () => inProject({ userId: access.who('extra').id }), managers],
  'delete a user': [
    projects.removeUser,
    () => inProject({ userId: access.who('member').id }),
    managers,
  ],
  leave: [projects.leave, () => inProject(), [409, 409, 200, 200, 404, 403, 401]],
  'set the administrator': [
    projects.setAdmin,
    () => ({ id: access.projectId, userId: access.who('uploader').id }),
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
  // It is no archive: 400 says so to whoever may unpack it.
  'unpack the uploader’s': [
    projectFiles.unzip,
    () => inProject({ path: '/mine.txt' }),
    [400, 400, 400, 403, 404, 403, 401],
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
  'see what a member sees': [
    projectFiles.asMember,
    () => inProject({ userId: access.who('member').id }),
    managers,
  ],
  comments: [projectFiles.comments, () => inProject({ path: '/mine.txt' }), all],
  // None has this number: 404 says so to whoever may look for it.
  'where a commented entry is': [
    projectFiles.commentedEntry,
    () => inProject({ entryId: '0' }),
    [404, 404, 404, 404, 404, 403, 401],
  ],
  comment: [projectFiles.addComment, () => inProject({ path: '/mine.txt', text: 'seen' }), all],
  // There is none: 404 says so to whoever may look for it.
  'delete a comment': [
    projectFiles.removeComment,
    () => inProject({ path: '/mine.txt', commentId: access.projectId }),
    [404, 404, 404, 404, 404, 403, 401],
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
    () => inProject({ ids: [access.trashId] }),
    managers,
  ],
  'purge the trash': [
    projectFiles.purgeTrash,
    () => inProject({ ids: [access.trashId] }),
    managers,
  ],
  'empty the trash': [projectFiles.emptyTrash, () => inProject(), managers],
  'delete the project': [projects.remove, () => ({ id: access.projectId }), managers],
  'create a project': [projects.add, () => ({ projectName: 'another' }), own],
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
      const metadata = {
        space: 'project',
        spaceId: access.projectId,
        dir: '/',
        fileName: 'by-tus.txt',
      };
      return (await new SpecTus(access.platform).create(user, metadata)).status;
    },
    [201, 201, 201, 201, 404, 404, 401],
  ],
  'list what cannot be shown': [
    null,
    async (user) => (await access.platform.call(user, hiddenEntries.list, await hidden())).code,
    all,
  ],
  'rename what cannot be shown and nobody put there': [
    null,
    async (user) => {
      const input = { ...(await hidden()), raw: 'b2e2', newName: 'renamed' };
      return (await access.platform.call(user, hiddenEntries.rename, input)).code;
    },
    managers,
  ],
  'fetch with a ticket that was never given': [
    projectFiles.download,
    async () => (await access.spec.fetch('A'.repeat(43))).status,
    [404, 404, 404, 404, 404, 404, 404],
  ],
  'restore the deleted project': [
    projects.restore,
    async (user) => {
      await access.platform.call(access.who('owner'), projects.remove, {
        id: access.projectId,
      });
      return (await access.platform.call(user, projects.restore, { id: access.projectId })).code;
    },
    [200, 200, 404, 404, 404, 403, 401],
  ],
};

/** The top of the project, in which a job has left a name in GBK. */
async function hidden(): Promise<Record<string, unknown>> {
  const top = `${access.platform.config.filesDir}/projects/${access.projectId}/`;
  await writeFile(Buffer.concat([Buffer.from(top), Buffer.from('b2e2', 'hex')]), '');
  return { space: { space: 'project', spaceId: access.projectId }, path: '/' };
}

async function sendForm(user: SpecUser | null, path: string, name = 'new.txt'): Promise<number> {
  const form = new FormData();
  for (const [field, value] of Object.entries(inProject({ dir: '/', operation: '1' }))) {
    form.set(field, String(value));
  }
  form.set('files', new Blob(['new']), name);
  const headers: Record<string, string> = user ? { Authorization: user.token } : {};
  const url = `${access.platform.baseUrl}/api${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { code: number }).code;
}

describe('who may and who may not', () => {
  it.each(Object.entries(calls))('%s', async (_, row) => {
    expect(await access.codesOfRow(row)).toEqual(row[2]);
  });

  it.each(Object.entries(others))('%s', async (_, [, send, codes]) => {
    expect(await access.codesOf(send, true)).toEqual(codes);
  });

  it('is tested for every call of projects', () => {
    const declared = [projects, projectFiles].flatMap((feature) =>
      Object.values(feature).map(({ path }) => path),
    );
    const tested = [...Object.values(calls), ...Object.values(others)].flatMap(
      ([endpoint]) => endpoint?.path ?? [],
    );
    expect([...new Set(tested)].sort()).toEqual(declared.sort());
  });
});
