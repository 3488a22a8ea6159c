import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { ApiClient } from '../support/platform/api-client.js';
import {
  askWithId,
  expectNoId,
  idParameters,
  withoutIds,
} from '../support/attack/id-parameters.js';
import { SpecForms } from '../support/wire/multipart-forms.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { nothingAllowed, SpecProjects } from '../support/features/projects-fixture.js';
import { SpecTus } from '../support/wire/tus-uploads.js';

const { approvals, projectFiles } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let bob: SpecUser;
let mallory: SpecUser;
let asMallory: ApiClient;
let ownProject: string;
/** What is of bob's project. */
const ids: Record<Kind, string> = { project: '', application: '', tag: '', trash: '', user: '' };

type Kind = 'project' | 'application' | 'tag' | 'trash' | 'user';

/** What the calls want beside an id; enough for them to be carried out if the id were one's own. */
const rest: Record<string, Record<string, unknown>> = {
  '/project/edit': { projectDescribe: 'owned' },
  '/project/add/tag': { tagName: 'owned' },
  '/project/files/checksum': { path: '/a.txt' },
  '/project/files/comments': { path: '/a.txt' },
  '/project/files/comments/entry': { entryId: '1' },
  '/project/files/comments/add': { path: '/a.txt', text: 'owned' },
  '/project/files/comments/remove': {
    path: '/a.txt',
    commentId: '6f9619ff-8b86-4d01-b42d-00c04fc964ff',
  },
  '/project/mkdir': { path: '/owned' },
  '/project/mkdirs': { paths: ['/owned'] },
  '/project/renameFile': { name: '/a.txt', newName: 'owned.txt' },
  '/project/files/delete': { paths: ['/a.txt'] },
  '/project/files/move': { paths: ['/a.txt'], dir: '/folder' },
  '/project/files/unzip': { path: '/a.txt' },
  '/project/files/copy': { paths: ['/a.txt'], dir: '/folder' },
  '/project/importDataFromMyData': { fileList: ['/own.txt'] },
  '/user/info/save/to/project': { paths: ['/own.txt'] },
  '/project/files/save/tome': { paths: ['/a.txt'] },
  '/project/getDownloadFilePath': { paths: ['/a.txt'] },
  '/project/getPreviewFilePath': { path: '/a.txt' },
  '/project/setFilePermission': {
    file: '/a.txt',
    filePermission: { ...nothingAllowed, otherDownload: true },
  },
  '/download/apply/agree': { status: '1' },
  '/download/apply/checksum': { path: '/a.txt' },
};

/** Parameters that take no id of a project or application, and why. */
const others: Record<string, string> = {
  '/project/uploadFile key': 'the forms have a test of their own below',
  '/project/uploadFolder key': 'the forms have a test of their own below',
  '/project/uploadFile projectId': 'the forms have a test of their own below',
  '/project/uploadFolder projectId': 'the forms have a test of their own below',
  '/project/files/search key': 'a part of a name',
  '/project/files/comments/remove commentId': 'tried in comments.int.spec.ts',
  '/project/files/comments/entry entryId': 'tried in comments.int.spec.ts',
  '/project/add/user userId': 'whoever is active can be added to an own project',
  '/project/setQuota projectId': 'for who manages users, of any project',
};

/** The kinds of what parameters of other names than projectId name. */
const kindOf: Record<string, Kind> = {
  '/project/delete/tag tagId': 'tag',
  '/project/delete/user userId': 'user',
  '/project/setAdmin userId': 'user',
  '/project/files/asMember userId': 'user',
  '/project/trash/restore ids': 'trash',
  '/project/trash/purge ids': 'trash',
};

const isMeant = ({ feature }: Endpoint): boolean => ['projects', 'approvals'].includes(feature);
const parameters = idParameters(isMeant);

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  spec = new SpecProjects(platform);
  [bob, mallory] = await Promise.all([spec.addUser('bob'), spec.addUser('mallory')]);
  const carol = await spec.addUser('carol');
  asMallory = new ApiClient(platform.baseUrl);
  asMallory.token = mallory.token;
  const { id } = await spec.add(bob, { members: [carol] });
  for (const path of ['/a.txt', '/removed.txt', '/folder/b.txt']) {
    await spec.upload(bob, id, path, 'of bob');
  }
  await mkdir(mallory.home, { recursive: true });
  await writeFile(join(mallory.home, 'own.txt'), 'own');
  await platform.call(bob, projectFiles.remove, { projectId: id, paths: ['/removed.txt'] });
  const removed = await platform.call(bob, projectFiles.trash, { projectId: id });
  const tag = await platform.call(bob, endpoints.projects.addTag, { projectId: id, tagName: 'a' });
  const application = await spec.apply(carol, id, ['/a.txt']);
  // Her own, so that what names a thing within it reaches that far.
  const own = await spec.add(mallory);
  Object.assign(ids, {
    project: id,
    application: application.id,
    tag: tag.result.id,
    trash: removed.result.data[0]?.id,
    user: carol.id,
  });
  ownProject = own.id;
});
afterAll(() => platform.stop());

/** All that the calls could have changed. */
async function thingsOfBob(): Promise<unknown> {
  const tables = ['project', 'project_member', 'project_tag', 'project_entry', 'notification'];
  const rows: unknown[] = [];
  for (const table of [...tables, 'download_application', 'application_vote']) {
    rows.push(await platform.query(`SELECT row_to_json(t)::text FROM ${table} t ORDER BY 1`));
  }
  rows.push(execFileSync('ls', ['-AR', spec.path(ids.project)], { encoding: 'utf8' }));
  return rows;
}

const kind = (door: string): Kind =>
  kindOf[door] ?? (door.startsWith('/download/apply') ? 'application' : 'project');

describe('an id of a project in which one is not', () => {
  test('is tried on every parameter that takes one', () => {
    const doors = parameters.map(({ door }) => door);
    expect(Object.keys({ ...others, ...kindOf }).filter((door) => !doors.includes(door))).toEqual(
      [],
    );
    const paths = parameters.map(({ endpoint }) => endpoint.path);
    expect(Object.keys(rest).filter((path) => !paths.includes(path))).toEqual([]);
  });

  test.each(parameters.filter(({ door }) => !(door in others)))(
    '$door: gets what an unknown id gets, and changes nothing',
    async (parameter) => {
      const { endpoint, name, door } = parameter;
      const input = {
        // A thing within a project is asked for in a project that is her own.
        ...(kind(door) === 'project' || kind(door) === 'application'
          ? { userId: ids.user, tagId: ids.tag, ids: [ids.trash] }
          : { id: ownProject, projectId: ownProject }),
        ...rest[endpoint.path],
      };
      const id = name === 'projectId' ? ids.project : ids[kind(door)];
      const before = await thingsOfBob();
      const foreign = await askWithId(asMallory, parameter, id, input);
      const unknown = await askWithId(asMallory, parameter, randomUUID(), input);
      const [said, saidOfUnknown] = [await foreign.text(), await unknown.text()];
      expect(foreign.status).toBe(unknown.status);
      expect(withoutIds(said, id)).toBe(withoutIds(saidOfUnknown, id));
      await expectNoId(asMallory, parameter, input, saidOfUnknown);
      expect(said).not.toMatch(/of bob|project_1|a\.txt/);
      if (!['/project/list id', '/download/apply/list projectId'].includes(door)) {
        expect(JSON.parse(said)).toMatchObject({ success: false });
      }
      expect(await thingsOfBob()).toEqual(before);
    },
  );

  test('takes no application', async () => {
    const before = await thingsOfBob();
    const apply = (id: string): Promise<Response> =>
      asMallory.send(approvals.add, { project: { id }, paths: ['/a.txt'], reason: '' });
    const said = await (await apply(ids.project)).text();
    expect(withoutIds(said, ids.project)).toBe(
      withoutIds(await (await apply(randomUUID())).text(), ids.project),
    );
    expect(JSON.parse(said)).toMatchObject({ success: false });
    expect(await thingsOfBob()).toEqual(before);
  });

  test('takes no upload, of tus or by the forms, and tells no names', async () => {
    const before = await thingsOfBob();
    const forms = new SpecForms(platform);
    const uploads = async (projectId: string): Promise<unknown[]> => {
      const part = { name: 'files', fileName: 'owned.txt', content: 'evil' };
      const fields = [{ name: 'projectId', content: projectId }, part];
      const tus = { fileName: 'owned.txt', space: 'project', spaceId: projectId };
      const created = await new SpecTus(platform).create(mallory, tus);
      const byForm = await forms.send(mallory, 'uploadFile', fields);
      const folder = await forms.send(mallory, 'uploadFolder', fields);
      const sameName = await asMallory.send(endpoints.disk.checkSameName, {
        path: '/',
        fileName: 'a.txt',
        projectId,
      });
      return [
        created.status,
        byForm.code,
        byForm.message,
        folder.code,
        sameName.status,
        withoutIds(await sameName.text(), projectId),
      ];
    };
    const told = await uploads(ids.project);
    expect(told).toEqual(await uploads(randomUUID()));
    expect(told[0]).toBeGreaterThanOrEqual(400);
    expect(told[1]).toBe(404);
    expect(told.join()).not.toContain('a (1).txt');
    expect(await thingsOfBob()).toEqual(before);
  });

  test.each(['../x', '..', '%2e%2e', 'a/../b', '\0', 'x'.repeat(5_000)])(
    'is no path: %j',
    async (id) => {
      const listed = await asMallory.send(projectFiles.list, { projectId: id });
      const body = await listed.text();
      expect(JSON.parse(body)).toMatchObject({ success: false });
      expect(body).not.toMatch(/projects\/|ENOENT|Error:/);
    },
  );
});
