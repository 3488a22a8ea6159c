import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { entryPermissionsOf } from '@clusterdesk/tests/features/entry-permissions.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';

const { projectFiles } = endpoints;

/** What is in the project at first; `data` came without the platform and is hidden from members. */
const paths = [
  ...['/', '/secret.txt', '/a.txt', '/data', '/data/plan.txt', '/data/deep', '/data/deep/key.txt'],
  ...['/anns', '/anns/a.txt', '/anns/bobs.txt', '/loose', '/loose/l.txt', '/x', '/x/y'],
];

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;
let stranger: SpecUser;
let project: ProjectRow;
let inProject: { projectId: string };

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
  stranger = await spec.addUser('stranger');
  await mkdir(join(ann.home, 'deep'), { recursive: true });
  for (const name of ['secret.txt', 'deep/key.txt', 'anns', 'plan.txt']) {
    await writeFile(join(ann.home, name), 'mine');
  }
});
afterAll(() => platform.close());

beforeEach(async () => {
  project = await spec.add(owner, { members: [ann, bob] });
  inProject = { projectId: project.id };
  await spec.upload(owner, project.id, '/secret.txt');
  await spec.write(project.id, '/data/plan.txt');
  await spec.write(project.id, '/data/deep/key.txt');
  await spec.write(project.id, '/loose/l.txt');
  await spec.save(owner, project.id, '/data', {});
  await spec.upload(ann, project.id, '/anns/a.txt');
  await spec.upload(bob, project.id, '/anns/bobs.txt');
  await spec.upload(owner, project.id, '/a.txt');
});

/** What each person may do with each entry, as what, and who put it there. */
const rightsOfAll = (): Promise<unknown> =>
  Promise.all(
    [ann, bob, stranger].map(({ id }) => entryPermissionsOf(platform, project.id, id, paths)),
  );

async function putterOf(path: string): Promise<string | null | undefined> {
  return (await entryPermissionsOf(platform, project.id, ann.id, [path]))[path]?.putBy;
}

type Call = () => Promise<{ success: boolean }>;
type Answer = ReturnType<Call>;

const make = (user: SpecUser, path: string): Answer =>
  platform.call(user, projectFiles.mkdir, { ...inProject, path });
const makeAll = (user: SpecUser, ...of: string[]): Answer =>
  platform.call(user, projectFiles.mkdirs, { ...inProject, paths: of });
const rename = (user: SpecUser, name: string, newName: string): Answer =>
  platform.call(user, projectFiles.rename, { ...inProject, name, newName });
const move = (
  user: SpecUser,
  path: string,
  dir: string,
  operation: '0' | '1' | '2' = '0',
): Answer =>
  platform.call(user, projectFiles.move, { ...inProject, paths: [path], dir, operation });
const remove = (user: SpecUser, path: string): Answer =>
  platform.call(user, projectFiles.remove, { ...inProject, paths: [path] });
const upload = (user: SpecUser, path: string, operation: '0' | '1' = '0'): Answer =>
  spec.send(user, project.id, path, 'mine', operation);
const bring = async (
  user: SpecUser,
  path: string,
  toPath: string,
  operation: '0' | '1',
): Answer => {
  const asked = { ...inProject, fileList: [path], toPath, operation };
  const { success, result } = await platform.call(user, projectFiles.importFromDisk, asked);
  return { success: success && result.state === 'done' };
};
const copy = async (user: SpecUser, path: string, dir: string, operation: '0' | '1'): Answer => {
  const asked = { ...inProject, paths: [path], dir, operation };
  const { success, result } = await platform.call(user, projectFiles.copy, asked);
  return { success: success && result.state === 'done' };
};

/** Every call that writes into a project, refused in every way that it can be. */
const refused: Record<string, Call> = {
  'a folder, the name is a file': () => make(ann, '/secret.txt'),
  'a folder, the name is a hidden folder': () => make(ann, '/data'),
  'a folder, the name is a folder of nobody': () => make(ann, '/loose'),
  'a folder, the name is spelled otherwise': () => make(ann, '/SECRET.txt/../secret.txt'),
  'a folder: the root': () => make(ann, '/'),
  'a folder in what is no folder': () => make(ann, '/secret.txt/x'),
  'a folder in a hidden folder': () => make(ann, '/data/x'),
  'a folder in a folder that is not there': () => make(ann, '/none/x'),
  'a folder, by who is no member': () => make(stranger, '/secret.txt'),
  'folders through a file': () => makeAll(ann, '/secret.txt/x', '/loose'),
  'folders in a hidden folder': () => makeAll(ann, '/data/deep'),
  'folders, by who is no member': () => makeAll(stranger, '/loose'),
  'a new name that is taken by a file': () => rename(ann, '/anns/a.txt', 'bobs.txt'),
  'a new name that leads to a taken one': () => rename(ann, '/anns/a.txt', '/secret.txt'),
  'a new name for what another put there': () => rename(ann, '/secret.txt', 'mine.txt'),
  'a new name for a folder with what another put there': () => rename(ann, '/anns', 'mine'),
  'a new name for a hidden folder': () => rename(ann, '/data', 'mine'),
  'a new name for the root': () => rename(ann, '/', 'mine'),
  'a new name that is none': () => rename(ann, '/anns/a.txt', 'a/../..'),
  'a new name for what is not there': () => rename(ann, '/none', 'some'),
  'a move onto a taken name': () => move(ann, '/anns/a.txt', '/'),
  'a move of what another put there': () => move(ann, '/secret.txt', '/anns'),
  'a move of nobody’s folder': () => move(ann, '/loose', '/anns'),
  'a move into a hidden folder': () => move(ann, '/anns/a.txt', '/data'),
  'a move into what is no folder': () => move(ann, '/anns/a.txt', '/secret.txt'),
  'a move of a folder into itself': () => move(owner, '/anns', '/anns/deep'),
  'a removal of what another put there': () => remove(ann, '/secret.txt'),
  'a removal of a hidden folder': () => remove(ann, '/data'),
  'a removal of a folder with what another put there': () => remove(ann, '/anns'),
  'a removal of the root': () => remove(ann, '/'),
  'a removal of what is not there': () => remove(ann, '/none'),
  'an upload onto a taken name': () => upload(ann, '/secret.txt'),
  'an upload over what another put there': () => upload(ann, '/secret.txt', '1'),
  'an upload over a folder': () => upload(ann, '/loose', '1'),
  'an upload into a hidden folder': () => upload(ann, '/data/plan.txt', '1'),
  'an upload, by who is no member': () => upload(stranger, '/secret.txt', '1'),
  'an import onto a taken name': () => bring(ann, '/secret.txt', '/', '0'),
  'an import over what another put there': () => bring(ann, '/secret.txt', '/', '1'),
  'an import over a folder': () => bring(ann, '/anns', '/', '1'),
  'an import into a hidden folder': () => bring(ann, '/deep', '/data', '1'),
  'a copy onto a taken name': () => copy(owner, '/data/plan.txt', '/data', '0'),
  'a copy of what one may not take': () => copy(ann, '/secret.txt', '/anns', '0'),
};

describe('a call that is refused leaves everybody as he was', () => {
  it('in each of the ways to be refused', async () => {
    const before = await rightsOfAll();
    const wrong: string[] = [];
    for (const [way, call] of Object.entries(refused)) {
      const { success } = await call();
      if (success || JSON.stringify(await rightsOfAll()) !== JSON.stringify(before)) {
        wrong.push(`${way}${success ? ' (was not refused)' : ''}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await platform.query('SELECT FROM space_operation')).toEqual([]);
  });

  it('also when the entry that takes the name is just coming', async () => {
    for (let round = 0; round < 10; round += 1) {
      const path = `/race${round}`;
      const tries = Array.from({ length: 3 }, () => make(ann, path));
      const [{ success: isPut }] = await Promise.all([upload(owner, path), ...tries]);
      if (isPut) {
        expect(await putterOf(path)).toBe(owner.id);
      }
    }
  });
});

describe('of those who make the same folder at once', () => {
  const everybody = (): SpecUser[] => [owner, ann, bob];

  it('only who made it has put it there', async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await Promise.all(everybody().map((user) => make(user, `/one${round}`)));
      const makers = everybody().filter((_, index) => made[index]?.success);
      expect(makers).toHaveLength(1);
      expect(await putterOf(`/one${round}`)).toBe(makers[0]?.id);
    }
  });

  it('nobody has put there what another made', async () => {
    for (let round = 0; round < 10; round += 1) {
      // The folder is the owner's before the others ask: what they add is in it, and it stays his.
      await Promise.all([makeAll(owner, `/deep${round}`), make(ann, `/deep${round}`)]);
      const putter = await putterOf(`/deep${round}`);
      await makeAll(bob, `/deep${round}/a/b`, `/deep${round}`);
      expect(await putterOf(`/deep${round}`)).toBe(putter);
      expect(await putterOf(`/deep${round}/a/b`)).toBe(bob.id);
    }
  });
});
