import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { DataSource } from 'typeorm';
import { ProjectChanges } from './project-changes.repository.js';

const { projects, projectFiles } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  const timings = { runs: { lookMs: 20 }, tasks: { dueWorkMs: 200 } };
  platform = await SpecPlatform.open({ withWorker: true, timings });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
});
afterAll(() => platform.close());

async function rowOf(user: SpecUser, id: string): Promise<ProjectRow> {
  const { result } = await platform.call(user, projects.list, { id });
  const row = result.data[0];
  if (!row) {
    throw new Error('The project is not in the list.');
  }
  return row;
}
const nameFor = async (user: SpecUser, id: string): Promise<string | null | undefined> =>
  (await rowOf(user, id)).lastChange?.name;

describe('the card of a project', () => {
  it('says what waits: for who decides, and of the user’s own', async () => {
    const { id } = await spec.add(owner, { members: [ann, bob] });
    await spec.upload(owner, id, '/one.txt');
    await spec.apply(ann, id, ['/one.txt']);
    expect(await rowOf(owner, id)).toMatchObject({ awaitingMe: 1, ownPending: 0 });
    expect(await rowOf(ann, id)).toMatchObject({ awaitingMe: 0, ownPending: 1 });
    expect(await rowOf(bob, id)).toMatchObject({ awaitingMe: 0, ownPending: 0 });
  });

  it('says how big it is, and asks for that where nobody has', async () => {
    const { id } = await spec.add(owner);
    const isMeasured = async (): Promise<boolean> => (await rowOf(owner, id)).usedBytes !== null;
    await waitFor('the new project to be measured', isMeasured);
    // As one that was made before this was asked for.
    await platform.query('DELETE FROM project_account WHERE project_id = $1', [id]);
    await spec.write(id, '/big.txt', 'x'.repeat(1000));
    await waitFor('the project to be measured', async () => {
      return ((await rowOf(owner, id)).usedBytes ?? 0) >= 1000;
    });
  });

  it('says what moved last, by name to who may see that and else only when', async () => {
    const { id } = await spec.add(owner, { members: [ann, bob] });
    expect((await rowOf(owner, id)).lastChange).toBeNull();
    await spec.upload(ann, id, '/shut/mine.txt');
    await spec.save(owner, id, '/shut', { userView: true });
    for (const [user, name] of [
      [owner, 'mine.txt'],
      [ann, 'mine.txt'],
      [bob, null],
    ] as const) {
      expect(await nameFor(user, id)).toBe(name);
    }
    expect((await rowOf(bob, id)).lastChange?.time).toMatch(/^\d{4}-/);
    await platform.call(owner, projectFiles.rename, {
      projectId: id,
      name: '/shut/mine.txt',
      newName: 'new.txt',
    });
    expect(await nameFor(owner, id)).toBe('new.txt');
    expect(await nameFor(bob, id)).toBeNull();
    await spec.save(owner, id, '/shut', { userView: true, groupView: true });
    expect(await nameFor(bob, id)).toBe('new.txt');
    // While something is being written down nobody but managers is told.
    await platform.query(
      `INSERT INTO space_operation (space, space_id, steps, due_at) VALUES ('project', $1, '[]', now() + interval '1 hour')`,
      [id],
    );
    expect(await nameFor(bob, id)).toBeNull();
    expect(await nameFor(owner, id)).toBe('new.txt');
    await platform.query('DELETE FROM space_operation');
    // What went has no rights any more that would say who may see its name.
    await platform.call(owner, projectFiles.remove, { projectId: id, paths: ['/shut/new.txt'] });
    expect(await nameFor(owner, id)).toBeNull();
    expect((await rowOf(bob, id)).lastChange?.time).toMatch(/^\d{4}-/);
  });

  it('makes nobody wait who changes the project at the same moment', async () => {
    const { id } = await spec.add(owner);
    const changes = platform.get(ProjectChanges);
    const source = platform.get(DataSource);
    await source.transaction(async (one) => {
      await changes.note(one, id, '/one.txt');
      await source.transaction((other) => changes.note(other, id, '/other.txt'));
    });
    expect(await nameFor(owner, id)).toBe('one.txt');
  });
});
