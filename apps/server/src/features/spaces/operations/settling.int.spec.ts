import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { entryPermissionsOf } from '@clusterdesk/tests/features/entry-permissions.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { EntryTree } from '../entries/entry-tree.js';
import { OperationLog } from './operation-log.service.js';

const { projectFiles } = endpoints;

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let member: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  member = await spec.addUser('member');
});
afterAll(() => platform.close());
afterEach(() => void jest.restoreAllMocks());

const sweep = (): Promise<void> => platform.get(OperationLog).sweep(new AbortController().signal);
const waiting = (): Promise<Record<string, unknown>[]> =>
  platform.query(
    `SELECT space_id AS "spaceId", tries, due_at > now() AS "isLater" FROM space_operation`,
  );

it('an operation that cannot be settled stays closed, waits longer each time, and keeps no other waiting', async () => {
  const projects = [
    await spec.add(owner, { members: [member] }),
    await spec.add(owner, { members: [member] }),
  ];
  const [stuck = '', other = ''] = projects.map(({ id }) => id);
  for (const projectId of [stuck, other]) {
    await spec.upload(owner, projectId, '/secret/plan.txt');
    await spec.save(owner, projectId, '/secret', {});
  }
  const tree = platform.get(EntryTree);
  const follow = tree.follow.bind(tree);
  let isSlow = true;
  jest.spyOn(tree, 'follow').mockImplementation((manager, key, change) => {
    if (isSlow && key.spaceId === stuck) {
      throw new Error('canceling statement due to statement timeout');
    }
    return follow(manager, key, change);
  });
  const rename = (projectId: string): Promise<{ success: boolean }> =>
    platform.call(owner, projectFiles.rename, { projectId, name: '/secret', newName: 'plans' });

  // The call is answered, and its entry stays closed.
  expect(await rename(stuck)).toMatchObject({ success: true });
  const mayView = async (): Promise<boolean | undefined> =>
    (await entryPermissionsOf(platform, stuck, member.id, ['/plans/plan.txt']))['/plans/plan.txt']
      ?.view;
  expect(await mayView()).toBe(false);
  expect(await waiting()).toEqual([{ spaceId: stuck, tries: 1, isLater: true }]);

  for (let tries = 2; tries <= 5; tries += 1) {
    jest.spyOn(platform.get(OperationLog), 'finish').mockResolvedValueOnce(undefined);
    await rename(other);
    await platform.query('UPDATE space_operation SET due_at = now()');
    await sweep();
    expect(await waiting()).toEqual([{ spaceId: stuck, tries, isLater: true }]);
    await platform.call(owner, projectFiles.rename, {
      projectId: other,
      name: '/plans',
      newName: 'secret',
    });
  }
  const told = await platform.query(
    `SELECT payload FROM notification JOIN user_account ON user_account.id = user_id
     WHERE kind = 'spaces.operation-stuck' AND user_name = 'admin'`,
  );
  expect(told).toEqual([{ payload: { waiting: 1 } }]);

  isSlow = false;
  await platform.query('UPDATE space_operation SET due_at = now()');
  await sweep();
  expect(await waiting()).toEqual([]);
  // Settled, it is hidden as it was under its name before.
  expect(await mayView()).toBe(false);
  const standing = await entryPermissionsOf(platform, stuck, member.id, ['/plans']);
  expect(standing['/plans']).toMatchObject({ savedAt: '/plans' });
});
