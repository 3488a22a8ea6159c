import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { mkdir, readdir, rm, truncate } from 'node:fs/promises';
import { endpoints } from '@clusterdesk/contracts';
import { largeBytes, SpecRunningWork } from '@clusterdesk/tests/features/running-work-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { nothingAllowed, SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { connectConsole } from '@clusterdesk/tests/server/test-console.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { RunningWork } from '../../platform/running-work/running-work.service.js';

const { projects, projectFiles } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let work: SpecRunningWork;
let owner: SpecUser;
let member: SpecUser;
let projectId: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  work = new SpecRunningWork(platform);
  owner = await spec.addUser('owner');
  member = await spec.addUser('member');
});

afterAll(() => platform.close());

beforeEach(async () => {
  await rm(member.home, { recursive: true, force: true });
  await mkdir(member.home, { recursive: true });
  projectId = (await spec.add(owner, { members: [member] })).id;
  await spec.write(projectId, '/data/large', '');
  await truncate(spec.path(projectId, '/data/large'), largeBytes);
  await spec.write(projectId, '/data/small/file', 'file');
  await spec.save(owner, projectId, '/', { groupView: true, groupDownload: true, userView: true });
});

afterEach(() => {
  jest.restoreAllMocks();
});

const done = async (answer: Promise<{ success: boolean }>): Promise<void> => {
  expect(await answer).toMatchObject({ success: true });
};

/** Every way in which somebody loses what he may do in a project, and what a ticket of his gives then. */
const ends: [string, number, () => Promise<void>][] = [
  [
    'a member is taken out',
    404,
    () => done(platform.call(owner, projects.removeUser, { projectId, userId: member.id })),
  ],
  ['he leaves', 404, () => done(platform.call(member, projects.leave, { projectId }))],
  [
    'the project is deleted',
    404,
    () => done(platform.call(owner, projects.remove, { id: projectId })),
  ],
  [
    'the switches of the project are turned off',
    403,
    () =>
      done(platform.call(owner, projects.edit, { id: projectId, filePermission: nothingAllowed })),
  ],
  [
    'the switches of the folder are turned off',
    403,
    () => spec.save(owner, projectId, '/data', nothingAllowed),
  ],
  [
    'he loses the pages of projects',
    404,
    async () => {
      await platform.query(
        `DELETE FROM role_menu WHERE role_id IN (SELECT role_id FROM user_role WHERE user_id = $1)
         AND menu_id IN (SELECT id FROM menu WHERE menu_url LIKE '%Project')`,
        [member.id],
      );
      // The check that comes every ten seconds, too.
      await platform.get(RunningWork).recheck();
    },
  ],
];

afterEach(async () => {
  await platform.query(
    `INSERT INTO role_menu (role_id, menu_id)
     SELECT role_id, menu.id FROM user_role, menu
     WHERE user_id = $1 AND menu_url LIKE '%Project' ON CONFLICT DO NOTHING`,
    [member.id],
  );
});

describe.each(ends)('when %s', (_, answer, end) => {
  it('a download that runs breaks off', async () => {
    const ask = { projectId, paths: ['/data/large'] };
    const { result } = await platform.call(member, projectFiles.getDownloadPath, ask);
    await work.expectDownloadToBreak(result, end, answer);
  });

  it('a package is not finished', async () => {
    const ask = { projectId, paths: ['/data/small'], async: true };
    const { result } = await platform.call(member, projectFiles.getDownloadPath, ask);
    await work.expectPackageToFail(member, result, end);
  });

  it('a copy of it ends, and nothing of it is placed', async () => {
    const save = { projectId, paths: ['/data/small'], async: true };
    const { result } = await platform.call(member, projectFiles.saveToDisk, save);
    await work.expectCopyToFail(member, result.copyId, end);
    expect(await readdir(member.home)).toEqual([]);
  });

  it('an upload into it is cut off, and is not placed', async () => {
    const metadata = { space: 'project', spaceId: projectId, dir: '/data', fileName: 'given' };
    await work.expectUploadToBreak(member, metadata, end);
    expect(await readdir(spec.path(projectId, '/data'))).toEqual(['large', 'small']);
  });

  it('a window hears nothing more of what happens there', async () => {
    const window = await connectConsole(platform.baseUrl, member.token);
    const heard: string[] = [];
    window.socket.on('filesChanged', ({ dir }: { dir: string }) => heard.push(dir));
    const topic = { topic: 'folder', space: 'project', spaceId: projectId, dir: '/data' };
    expect(await window.ask('watch', topic)).toBe(true);
    await spec.upload(owner, projectId, '/data/before.txt');
    await waitFor('what is told', () => heard.includes('/data'));
    await end();
    await waitFor('the topic to be closed', async () => !(await window.ask('watch', topic)));
    heard.length = 0;
    await spec.upload(owner, projectId, '/data/after.txt').catch(() => undefined);
    // Events of one process keep their order: what comes after it has been heard, so it would have been, too.
    await done(platform.call(member, endpoints.disk.mkdir, { path: '/fence' }));
    await waitFor('the fence', () => heard.includes('/'));
    expect(heard).not.toContain('/data');
    window.close();
  });
});

describe('somebody whom a switch let in', () => {
  it('is told in an open window, as soon as the switch is off', async () => {
    const guest = await spec.addUser('guest');
    await spec.save(owner, projectId, '/', { otherView: true });
    const window = await connectConsole(platform.baseUrl, guest.token);
    const ended: unknown[] = [];
    window.socket.on('subscriptionRevoked', (topic) => ended.push(topic));
    const topic = { topic: 'folder', space: 'project', spaceId: projectId, dir: '/data' };
    expect(await window.ask('watch', topic)).toBe(true);
    await spec.save(owner, projectId, '/', { groupView: true });
    await waitFor('the word', () => ended.length > 0, 5_000);
    expect(ended).toEqual([topic]);
    expect(await window.ask('watch', topic)).toBe(false);
    window.close();
  });
});

describe('a folder that is hidden from a member', () => {
  it('is nothing that he can watch, and what happens in it is told to no window of his', async () => {
    await spec.save(owner, projectId, '/data', nothingAllowed);
    const window = await connectConsole(platform.baseUrl, member.token);
    const heard: unknown[] = [];
    window.socket.onAny((_, event) => heard.push(event));
    const folder = { topic: 'folder', space: 'project', spaceId: projectId };
    for (const dir of ['/data', '/data/', '//data', '/data/small', '/data/../data']) {
      expect(await window.ask('watch', { ...folder, dir })).not.toBe(true);
    }
    expect(await window.ask('watch', { ...folder, dir: '/' })).toBe(true);
    await spec.upload(owner, projectId, '/data/secret.txt');
    await spec.upload(owner, projectId, '/shown.txt');
    await waitFor('what he may see', () => JSON.stringify(heard).includes('"dir":"/"'));
    // What comes after has been heard, so what came before would have been, too.
    await done(platform.call(member, endpoints.disk.mkdir, { path: '/fence' }));
    await waitFor('the fence', () => JSON.stringify(heard).includes('"disk"'));
    expect(JSON.stringify(heard)).not.toMatch(/data|secret/u);
    window.close();
  });
});
