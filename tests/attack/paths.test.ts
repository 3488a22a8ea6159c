import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  allEndpoints,
  endpoints,
  shareTypes,
  uploadsPath,
  type Endpoint,
} from '@clusterdesk/contracts';
import { z } from 'zod';
import { ApiClient } from '../support/platform/api-client.js';
import { SpecForms } from '../support/wire/multipart-forms.js';
import { SpecPlatform, type SpecUser } from '../support/server/spec-platform.js';
import { projectPages, SpecProjects } from '../support/features/projects-fixture.js';
import { base64 } from '../support/wire/tus-wire.js';
import { eachOf } from '../support/attack/each-of.js';
import { isLongRun } from '../support/long-run.js';
import { hostilePaths, plainPaths } from './hostile-paths.js';
import { base, fieldsOf, inProjects, isNoPath } from './path-parameters.js';

const secret = 'what only bob may read';

let platform: SpecPlatform;
let mallory: SpecUser;
let bobsHome: string;
let client: ApiClient;
let forms: SpecForms;
/** A folder of bob's, beside his secret, that mallory has. */
let shareId: string;
let projects: SpecProjects;
/** Mallory's own, which bob has applied for something of. */
let projectId: string;
let applicationId: string;
/** Of bob, with his secret. */
let bobsProject: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true });
  mallory = await platform.addUser('mallory', [
    ...projectPages,
    '/taskManangement',
    '/myShare',
    '/receiveShare',
  ]);
  const bob = await platform.addUser('bob', [...projectPages, '/myShare']);
  bobsHome = bob.home;
  await mkdir(join(bobsHome, 'shared/folder'), { recursive: true });
  await writeFile(join(bobsHome, 'shared/mine.txt'), 'shared');
  await writeFile(join(bobsHome, 'secret.txt'), secret);
  client = new ApiClient(platform.baseUrl);
  client.token = mallory.token;
  forms = new SpecForms(platform);
  const asBob = new ApiClient(platform.baseUrl);
  asBob.token = bob.token;
  const shared = { paths: ['/shared'], shareType: shareTypes.users, users: [{ id: mallory.id }] };
  shareId = (await asBob.expectOk(endpoints.shares.add, shared)).result.id;
  projects = new SpecProjects(platform);
  projectId = (await projects.add(mallory, { members: [bob] })).id;
  bobsProject = (await projects.add(bob)).id;
  await projects.write(bobsProject, '/secret.txt', secret);
  await projects.write(projectId, '/mine.txt', 'mine');
  applicationId = (await projects.apply(bob, projectId, ['/mine.txt'])).id;
});

afterAll(() => platform.stop());

beforeEach(async () => {
  await rm(mallory.home, { recursive: true, force: true });
  await mkdir(join(mallory.home, 'folder'), { recursive: true });
  await writeFile(join(mallory.home, 'mine.txt'), 'mine');
  await rm(projects.path(projectId), { recursive: true, force: true });
  await mkdir(projects.path(projectId, '/folder'), { recursive: true });
  await projects.write(projectId, '/mine.txt', 'mine');
});

/** One way for a path into the platform; the answer's status and text come back. */
interface Door {
  name: string;
  send(path: string): Promise<{ status: number; text: string }>;
}

const read = async (answer: Response): Promise<{ status: number; text: string }> => ({
  status: answer.status,
  text: await answer.text(),
});

/** Of what a call is: a share, a project or an application of hers. */
function placeOf({ path }: Endpoint): Record<string, unknown> {
  if (inProjects(path)) {
    return { projectId };
  }
  if (path.startsWith('/download/apply/')) {
    return { id: applicationId, project: { id: projectId } };
  }
  return path.startsWith('/share/') ? { id: shareId } : {};
}

function doorOf(endpoint: Endpoint, field: string): Door {
  const name = `${endpoint.path} ${field}`;
  if (endpoint.upload === 'stream') {
    return { name, send: (path) => sendForm(endpoint, { fileName: 'up.txt', [field]: path }) };
  }
  const isList = ['paths', 'fileList'].includes(field);
  return {
    name,
    send: async (path) =>
      read(
        await client.send(endpoint, {
          ...base[endpoint.path],
          ...placeOf(endpoint),
          [field]: isList ? [path] : path,
        }),
      ),
  };
}

async function sendForm(
  endpoint: Endpoint,
  { fileName, ...fields }: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const parts = [
    ...(inProjects(endpoint.path) ? [{ name: 'projectId', content: projectId }] : []),
    ...Object.entries(fields).map(([name, content]) => ({ name, content })),
    { name: 'operation', content: '1' },
    { name: 'files', fileName: fileName ?? '', content: 'of mallory' },
  ];
  const form = endpoint.path.endsWith('Folder') ? 'uploadFolder' : 'uploadFile';
  const answer = await forms.send(mallory, form, parts);
  return { status: answer.httpStatus, text: JSON.stringify(answer) };
}

/** Whole in one call: what may not be placed is refused at once. */
async function sendTus(fields: Record<string, string>): Promise<{ status: number; text: string }> {
  const metadata = Object.entries({ fileName: 'up.txt', operation: '1', ...fields });
  const response = await fetch(`${platform.baseUrl}${uploadsPath}`, {
    method: 'POST',
    headers: {
      Authorization: mallory.token,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '4',
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Metadata': metadata.map(([key, value]) => `${key} ${base64(value)}`).join(','),
    },
    body: 'tus!',
  });
  return read(response);
}

/** Shares a path of her own with herself by a link, and asks for what is in it. */
async function sendShare(path: string): Promise<{ status: number; text: string }> {
  const made = await client.call(endpoints.shares.add, {
    paths: [path],
    shareType: shareTypes.link,
    expirationTime: Date.now() + 7 * 24 * 3_600_000,
  });
  if (!made.success) {
    return { status: made.httpStatus, text: JSON.stringify(made) };
  }
  const { id } = made.result;
  const listed = await client.call(endpoints.shares.files, { id });
  const [first] = listed.success ? listed.result : [];
  const shown = await client.call(endpoints.shares.getPreviewPath, {
    id,
    path: first?.path ?? '/none',
  });
  const bytes = shown.success ? await (await platform.download(shown.result)).text() : '';
  return { status: made.httpStatus, text: `${JSON.stringify([made, listed, shown])} ${bytes}` };
}

async function sendSaved(path: string): Promise<{ status: number; text: string }> {
  return read(await client.send(endpoints.shares.saveToMe, { items: [{ path, shareId }] }));
}

const declared = allEndpoints
  .filter((endpoint) => !isNoPath(endpoint))
  .flatMap((endpoint) =>
    (endpoint.input instanceof z.ZodObject ? Object.keys(endpoint.input.shape) : [])
      .filter((field) => fieldsOf(endpoint).includes(field))
      .map((field) => doorOf(endpoint, field)),
  );
const doors: Door[] = [
  ...declared,
  ...['dir', 'fileName', 'relativePath'].map((field) => ({
    name: `tus ${field}`,
    send: (path: string) => sendTus({ [field]: path }),
  })),
  ...['dir', 'relativePath'].map((field) => ({
    name: `tus to a share ${field}`,
    send: (path: string) => sendTus({ space: 'share', spaceId: shareId, [field]: path }),
  })),
  ...['dir', 'relativePath'].map((field) => ({
    name: `tus to a project ${field}`,
    send: (path: string) => sendTus({ space: 'project', spaceId: projectId, [field]: path }),
  })),
  { name: '/share/add paths', send: sendShare },
  { name: '/user/info/save/tome items', send: sendSaved },
  ...allEndpoints
    .filter(({ upload }) => upload === 'stream')
    .map((endpoint) => ({
      name: `${endpoint.path} name of the file`,
      send: (path: string) => sendForm(endpoint, { fileName: path }),
    })),
];

/** Every file of the data folder that is not mallory's, with what is in it. */
async function readOutside(): Promise<Record<string, string>> {
  const { dataDir, filesDir } = platform.config;
  const own = [
    mallory.home,
    projects.path(projectId, ''),
    join(filesDir, '.staging'),
    join(filesDir, '.trash'),
  ];
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!own.some((folder) => `${path}/`.startsWith(`${folder}/`))) {
      found[relative(dataDir, path)] = entry.isFile() ? await readFile(path, 'utf8') : 'folder';
    }
  }
  return found;
}

/** The bytes behind the ticket that an answer may be. */
async function redeem(text: string): Promise<string> {
  const { result } = JSON.parse(text) as { result: unknown };
  if (typeof result !== 'string' || result === '') {
    return '';
  }
  return (await platform.download(result)).text();
}

/** A door for each place where paths are read: the disk, projects, shares, jobs, forms, tus, lists and names. */
const everySpelling = [
  '/user/info/disk path',
  '/user/info/mkdir path',
  '/user/info/getDownloadFilePath paths',
  '/project/files path',
  '/project/renameFile newName',
  '/project/importDataFromMyData fileList',
  '/share/files path',
  '/share/add paths',
  '/user/info/save/tome items',
  '/job/run workDir',
  '/user/info/uploadFile dir',
  '/user/info/uploadFolder name of the file',
  'tus fileName',
  'tus relativePath',
  'tus to a share dir',
  'tus to a project dir',
];

/** In the gate the plain paths are tried at every door, and every path where paths are read. */
const doorsFor = (path: string): readonly Door[] =>
  isLongRun || plainPaths.includes(path)
    ? doors
    : doors.filter(({ name }) => everySpelling.includes(name));

describe('a path that leads elsewhere', () => {
  test('has more than forty doors to try', () => {
    expect(doors.length).toBeGreaterThan(40);
    const names = doors.map(({ name }) => name);
    expect(everySpelling.filter((name) => !names.includes(name))).toEqual([]);
    expect([...hostilePaths('@outside'), '@project']).toEqual(expect.arrayContaining(plainPaths));
  });

  test.each(
    [...hostilePaths('@outside'), '@project'].map((path) => [
      path.length > 60 ? `${path.slice(0, 60)}…` : path,
      path,
    ]),
  )('%j is taken literally or refused by its doors', async (_, given) => {
    const meant: Record<string, string> = {
      '@outside': join(bobsHome, 'secret.txt'),
      '@project': `/../${bobsProject}/secret.txt`,
    };
    const path = meant[given] ?? given;
    const before = await readOutside();
    await eachOf(doorsFor(given), async (door) => {
      const { status, text } = await door.send(path);
      const said = `${door.name}: ${status} ${text.slice(0, 300)}`;
      expect(status < 500 || said).toBe(true);
      expect(text.includes('"code":500') ? said : '').toBe('');
      expect(text.includes(secret) ? said : '').toBe('');
      if (/Path|download/.test(door.name) && text.startsWith('{')) {
        expect(await redeem(text)).not.toContain(secret);
      }
    });
    expect(await readOutside()).toEqual(before);
  });
});
