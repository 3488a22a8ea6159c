import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { entryPermissionsOf } from '@clusterdesk/tests/features/entry-permissions.js';
import { isLongRun } from '@clusterdesk/tests/long-run.js';
import { SpecProjects } from '@clusterdesk/tests/features/projects-fixture.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { FileSpace } from '../../../platform/file-space/file-space.js';
import { OperationLog } from '../../spaces/operations/operation-log.service.js';

const { projectFiles } = endpoints;
const open = { userView: true, userEdit: true, groupView: true, groupDownload: true };

let platform: SpecPlatform;
let spec: SpecProjects;
let owner: SpecUser;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecProjects(platform);
  owner = await spec.addUser('owner');
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
});
afterAll(() => platform.close());
afterEach(() => void jest.restoreAllMocks());

/** An operation on entries: who does it, with which step of the files, and what it leaves behind. */
interface Operation {
  step: 'move' | 'moveInto' | 'toTrash' | 'restore' | 'placeAll';
  act: (projectId: string) => Promise<{ success: boolean }>;
  /** What is done before, that is no part of it. */
  before?: (projectId: string) => Promise<unknown>;
  /** What it leaves behind, and what is at its path meanwhile. */
  at: string;
}

const removed = (projectId: string): Promise<unknown> =>
  platform.call(owner, projectFiles.remove, { projectId, paths: ['/anns/deep'] });

async function restore(projectId: string): Promise<{ success: boolean }> {
  const { result } = await platform.call(owner, projectFiles.trash, { projectId });
  const ids = result.data.map(({ id }) => id);
  return platform.call(owner, projectFiles.restoreFromTrash, { projectId, ids });
}

const operations: Record<string, Operation> = {
  'a new name': {
    step: 'move',
    act: (projectId) =>
      platform.call(owner, projectFiles.rename, { projectId, name: '/anns', newName: 'renamed' }),
    at: '/renamed/deep/a.txt',
  },
  'a move to where the switches say more': {
    step: 'moveInto',
    act: (projectId) =>
      platform.call(ann, projectFiles.move, { projectId, paths: ['/anns/a.txt'], dir: '/open' }),
    at: '/open/a.txt',
  },
  'a move over another file': {
    step: 'moveInto',
    act: (projectId) => {
      const taken = {
        projectId,
        paths: ['/anns/taken.txt'],
        dir: '/open',
        operation: '1' as const,
      };
      return platform.call(owner, projectFiles.move, taken);
    },
    at: '/open/taken.txt',
  },
  'a move of a folder over another one': {
    step: 'moveInto',
    act: (projectId) => {
      const taken = { projectId, paths: ['/anns/deep'], dir: '/open', operation: '1' as const };
      return platform.call(owner, projectFiles.move, taken);
    },
    at: '/open/deep/a.txt',
  },
  'an upload': {
    step: 'placeAll',
    act: (projectId) => spec.send(bob, projectId, '/anns/bobs.txt', 'new'),
    at: '/anns/bobs.txt',
  },
  'an upload over another file': {
    step: 'placeAll',
    act: (projectId) => spec.send(owner, projectId, '/anns/a.txt', 'new', '1'),
    at: '/anns/a.txt',
  },
  'a removal': {
    step: 'toTrash',
    act: (projectId) =>
      platform.call(owner, projectFiles.remove, { projectId, paths: ['/anns/deep'] }),
    at: '/anns/deep',
  },
  'a restoration': { step: 'restore', before: removed, act: restore, at: '/anns/deep/a.txt' },
};

/** A project whose folders say different things of different people. */
async function furnish(): Promise<string> {
  const { id } = await spec.add(owner, { members: [ann, bob] });
  await spec.upload(ann, id, '/anns/a.txt');
  await spec.upload(ann, id, '/anns/deep/a.txt');
  await spec.upload(ann, id, '/anns/taken.txt');
  await spec.upload(bob, id, '/open/taken.txt');
  await spec.upload(bob, id, '/open/deep/b.txt');
  await spec.save(owner, id, '/open', open);
  await spec.save(owner, id, '/anns/deep', {});
  return id;
}

const paths = [
  ...['/', '/anns', '/anns/a.txt', '/anns/deep', '/anns/deep/a.txt', '/anns/bobs.txt', '/renamed'],
  ...['/open', '/open/a.txt', '/open/taken.txt', '/open/deep', '/open/deep/a.txt'],
  ...['/open/deep/b.txt', '/renamed/deep/a.txt'],
];
const rightsOfAll = (projectId: string): Promise<unknown[]> =>
  Promise.all([ann, bob].map(({ id }) => entryPermissionsOf(platform, projectId, id, paths)));

async function settle(): Promise<void> {
  await platform.query('UPDATE space_operation SET due_at = now()');
  await platform.get(OperationLog).sweep(new AbortController().signal);
  expect(await platform.query('SELECT FROM space_operation')).toEqual([]);
}

/** The gate tries one operation of each step of the files, the long run all. */
const tried = Object.entries(operations).filter(
  ([, { step }], index, all) =>
    isLongRun || index === all.findIndex(([, other]) => other.step === step),
);

describe.each(tried)('%s', (_, { step, act, before, at }) => {
  it('whose process dies after it is closed until it is settled, and then as if it had not died', async () => {
    const [lived, died] = [await furnish(), await furnish()];
    await before?.(lived);
    await before?.(died);
    expect(await act(lived)).toMatchObject({ success: true });
    const log = platform.get(OperationLog);
    const death = jest.spyOn(log, 'finish').mockResolvedValueOnce(undefined);
    await act(died);
    death.mockRestore();
    for (const { id } of [ann, bob]) {
      expect((await entryPermissionsOf(platform, died, id, [at]))[at]).toMatchObject({
        view: false,
        edit: false,
        download: false,
        add: false,
      });
    }
    await settle();
    expect(await rightsOfAll(died)).toEqual(await rightsOfAll(lived));
  });

  it('whose process dies before it changes nothing for anybody', async () => {
    const projectId = await furnish();
    await before?.(projectId);
    const was = await rightsOfAll(projectId);
    jest.spyOn(FileSpace.prototype, step).mockRejectedValueOnce(new Error('The power went.'));
    const death = jest
      .spyOn(platform.get(OperationLog), 'settleFailed')
      .mockResolvedValueOnce(undefined);
    expect(await act(projectId)).toMatchObject({ success: false });
    expect(death).toHaveBeenCalledTimes(1);
    await settle();
    expect(await rightsOfAll(projectId)).toEqual(was);
  });
});

it('a folder whose maker died before he could be noted is nobody’s', async () => {
  const projectId = await furnish();
  const death = jest.spyOn(platform.get(OperationLog), 'tell').mockResolvedValueOnce(undefined);
  await platform.call(bob, projectFiles.mkdir, { projectId, path: '/made' });
  expect(death).toHaveBeenCalledTimes(1);
  await settle();
  expect((await entryPermissionsOf(platform, projectId, bob.id, ['/made']))['/made']).toMatchObject(
    {
      decidedAs: 'group',
      putBy: null,
    },
  );
});
