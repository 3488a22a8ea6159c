import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { allEndpoints, endpoints, shareTypes, type FilePermission } from '@clusterdesk/contracts';
import { namesProject } from '@clusterdesk/tests/attack/project-parameters.js';
import {
  contentReaders,
  folder,
  noWayOut,
  ProjectWaysOut,
  texts,
} from '@clusterdesk/tests/attack/project-ways-out.js';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import {
  nothingAllowed,
  projectPages,
  SpecProjects,
} from '@clusterdesk/tests/features/projects-fixture.js';
import { ProjectAccessRepository } from './features/projects/access/project-access.repository.js';
import { ProjectPermissions } from './features/projects/permission/project-permissions.service.js';

const { projects, projectFiles, approvals, shares, copies, downloads } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let ways: ProjectWaysOut;
let projectId: string;
/** By what they are in the project: the owner put `/folder/one.txt` there, `putter` `/folder/mine.txt`. */
const people: Record<string, SpecUser> = {};
const who = (name: string): SpecUser => {
  const user = people[name];
  if (!user) {
    throw new Error(`There is no ${name}.`);
  }
  return user;
};

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  spec = new SpecProjects(platform);
  ways = new ProjectWaysOut(platform, spec, () => projectId);
  for (const name of ['owner', 'admin', 'putter', 'member', 'guest']) {
    people[name] = await spec.addUser(`${name}1`);
  }
});

afterAll(() => platform.close());

beforeEach(async () => {
  await platform.query('DELETE FROM project');
  for (const { home } of Object.values(people)) {
    await rm(home, { recursive: true, force: true });
  }
  const members = [who('putter'), who('member')];
  projectId = (await spec.add(who('owner'), { admin: who('admin'), members })).id;
  await spec.upload(who('owner'), projectId, '/folder/one.txt', texts['/folder/one.txt']);
  await spec.upload(who('putter'), projectId, '/folder/mine.txt', texts['/folder/mine.txt']);
});

const on = (...names: (keyof FilePermission)[]): FilePermission => ({
  ...nothingAllowed,
  ...Object.fromEntries(names.map((name) => [name, true])),
});
const everything = on(...(Object.keys(nothingAllowed) as (keyof FilePermission)[]));
const save = (path: string, switches: FilePermission): Promise<void> =>
  spec.save(who('owner'), projectId, path, switches);

describe('the list of ways out of a project', () => {
  it('has every call that names a project', () => {
    const named = allEndpoints.filter(namesProject).map(({ path }) => path);
    const listed = [...new Set(ways.all.map(({ call }) => call)), ...noWayOut];
    expect(named.sort()).toEqual(listed.sort());
  });

  it('has every place that reads what a file holds', async () => {
    const features = join(import.meta.dirname, 'features');
    const found: string[] = [];
    for (const source of await readdir(features, { recursive: true })) {
      const isProduct = source.endsWith('.ts') && !source.endsWith('.spec.ts');
      if (isProduct && (await readFile(join(features, source), 'utf8')).includes('.openRead(')) {
        found.push(source);
      }
    }
    expect(found.sort()).toEqual([...contentReaders].sort());
  });
});

const takers = ['owner', 'putter', 'member', 'guest'] as const;
/** Who, and which of the files. */
type Taker = `${(typeof takers)[number]} ${'one' | 'mine'}`;

interface Setting {
  /** What is saved where. */
  saved: [string, FilePermission][];
  /** Who tries which file in the gate: those to whom this setting says something that no other setting says. */
  takers: Taker[];
}

const everybody = takers.flatMap((name): Taker[] => [`${name} one`, `${name} mine`]);

const settings: Record<string, Setting> = {
  'nothing is saved': {
    saved: [],
    takers: ['owner mine', 'putter one', 'putter mine', 'member one', 'guest one'],
  },
  'members may download': {
    saved: [['/', on('groupView', 'groupDownload', 'userView')]],
    takers: ['putter mine', 'member mine', 'guest one'],
  },
  'members may download all but one': {
    saved: [
      ['/', on('groupView', 'groupDownload', 'groupEdit', 'userView')],
      ['/folder/one.txt', on('groupView')],
    ],
    takers: ['putter one', 'member one', 'member mine'],
  },
  'nobody may see the folder': {
    saved: [
      ['/', everything],
      [folder, nothingAllowed],
    ],
    takers: ['owner one', 'putter mine', 'member one'],
  },
  'anybody may do anything': {
    saved: [['/', everything]],
    takers: ['putter mine', 'guest one'],
  },
  'who may not view is given the download': {
    saved: [['/', on('groupDownload', 'otherDownload')]],
    takers: ['member one', 'guest one'],
  },
  'others may see and download what members may not': {
    saved: [['/', on('otherView', 'otherDownload')]],
    takers: ['member one', 'guest one'],
  },
};

describe('every way out of a project', () => {
  it.each(Object.entries(settings))('asks the one decision when %s', async (_, setting) => {
    for (const [path, switches] of setting.saved) {
      await save(path, switches);
    }
    const outcomes: Record<string, boolean> = {};
    const expected: Record<string, boolean> = {};
    for (const taker of isLongRun ? everybody : setting.takers) {
      const [name = '', file = ''] = taker.split(' ');
      const user = who(name);
      const path = `${folder}/${file}.txt`;
      const isAllowed = await decide(user, path);
      for (const way of ways.all) {
        const title = `${way.name}: ${path} for ${name}`;
        expected[title] = isAllowed(way.asks);
        outcomes[title] = await way.take(user, path);
        await rm(spec.path(projectId, `/${basename(path)}`), { force: true });
        await rm(user.home, { recursive: true, force: true });
      }
    }
    expect(outcomes).toEqual(expected);
  });

  it('is decided again when the bytes are fetched', async () => {
    const user = who('putter');
    const preview = { projectId, path: '/folder/mine.txt' };
    await save('/', everything);
    const tokens = [
      await ways.tokenFor(user, '/folder/mine.txt'),
      await ways.tokenFor(user, folder),
      (await platform.call(user, projectFiles.getPreviewPath, preview)).result,
    ];
    await save('/', on('userView', 'groupView'));
    for (const token of tokens) {
      expect(typeof token).toBe('string');
      expect(await spec.fetch(token)).toMatchObject({ status: 403 });
    }
  });

  it('leaves out of a folder what may not be taken', async () => {
    const user = who('member');
    await save('/', on('groupView', 'groupDownload', 'userView'));
    await save('/folder/one.txt', on('groupView'));
    const token = await ways.tokenFor(user, folder);
    expect(await spec.unpack(token, '/folder/mine.txt')).toBe('what mine holds');
    expect(await spec.unpack(token, '/folder/one.txt')).toBe('');
    expect(await spec.unpack(token, '/_packing-notes.txt')).toContain('one.txt');
    const asked = { projectId, paths: [folder] };
    const saved = await platform.call(user, projectFiles.saveToDisk, asked);
    expect(saved.result.message).toContain('one.txt');
    expect(await readdir(join(user.home, folder))).toEqual(['mine.txt']);
  });
});

/** What jobs of a disk see of projects is tried by `tests/attack/jobs`, what those in projects do by `tests/attack/sealed-jobs`. */
describe('calls that know disks only', () => {
  const weekMs = 7 * 24 * 3_600_000;
  const byLink = { shareType: shareTypes.link, expirationTime: Date.now() + weekMs } as const;
  let user: SpecUser;
  beforeAll(async () => {
    user = await platform.addUser('outside1', [...projectPages, '/myShare']);
    await mkdir(join(user.home, 'sub'), { recursive: true });
    await writeFile(join(user.home, 'sub/own.txt'), 'own');
  });

  it.each([
    ['a share', (path: string) => platform.call(user, shares.add, { ...byLink, paths: [path] })],
    ['a copy', (path: string) => platform.call(user, copies.copy, { paths: [path], dir: '/' })],
    [
      'a download',
      (path: string) => platform.call(user, downloads.getDownloadPath, { paths: [path] }),
    ],
  ])('take no path of a project: %s', async (_, ask) => {
    await save('/', everything);
    expect((await ask('/sub/own.txt')).code).toBe(200);
    for (const up of ['', '/..', '/../..', '/sub/../..']) {
      expect((await ask(`${up}/projects/${projectId}${folder}`)).code).not.toBe(200);
      expect((await ask(`${up}${spec.path(projectId, folder)}`)).code).not.toBe(200);
    }
    expect(await readdir(user.home)).not.toContain(basename(folder));
  });
});

describe('the content of an approval', () => {
  let id: string;
  const take = (user: SpecUser) => platform.call(user, approvals.download, { id });

  beforeEach(async () => {
    id = (await spec.apply(who('member'), projectId, ['/folder/one.txt'])).id;
    await spec.approve(who('owner'), id);
  });

  it('is for who applied, and nobody else', async () => {
    for (const name of ['owner', 'admin', 'putter', 'guest']) {
      expect((await take(who(name))).code).toBe(404);
    }
    expect(await ways.fetch((await take(who('member'))).result)).toBe('what one holds');
  });

  it.each([
    ['may see it no more', () => save('/folder/one.txt', on('groupDownload'))],
    ['left', () => platform.call(who('member'), projects.leave, { projectId })],
  ])('is not for who %s', async (_, end) => {
    const { result: token } = await take(who('member'));
    await end();
    expect((await spec.fetch(token)).status).not.toBe(200);
    expect((await take(who('member'))).success).toBe(false);
  });

  it('opens no other way', async () => {
    const opened: string[] = [];
    for (const way of ways.all) {
      if (await way.take(who('member'), '/folder/one.txt')) {
        opened.push(way.name);
      }
    }
    expect(opened).toEqual([]);
  });
});

/** What the one place that decides says of a file: whether it may be taken by a way that asks for more. */
async function decide(
  user: SpecUser,
  path: string,
): Promise<(asks: ProjectWaysOut['all'][number]['asks']) => boolean> {
  const project = await platform.get(ProjectAccessRepository).find(projectId, user.id);
  if (!project) {
    throw new Error('There is no project.');
  }
  const paths = [path, folder, '/'];
  const decisions = await platform.get(ProjectPermissions).decide(project, user.id, paths);
  const [file, within, top] = decisions;
  return (asks) =>
    file?.download === true &&
    (asks === undefined ||
      (asks === 'download of the folder' && within?.download === true) ||
      (asks === 'adding to the folder' && within?.add === true) ||
      (asks === 'adding to the top' && top?.add === true));
}
