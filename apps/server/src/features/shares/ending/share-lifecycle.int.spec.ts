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
import { endpoints, tellEndedShares } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  SpecPlatform,
  type SpecUser,
} from '@clusterdesk/tests/server/spec-platform.js';
import { SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { ShareEventPublisher } from '../share-event-publisher.service.js';
import { ShareLifecycle } from './share-lifecycle.service.js';

const { roles, shares, users } = endpoints;
type Window = Awaited<ReturnType<SpecSharing['openWindow']>>;
let platform: SpecPlatform;
let spec: SpecSharing;
let admin: ApiClient;
let ann: SpecUser;
let bob: SpecUser;
let count = 0;
const windows: Window[] = [];

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    // What ends here was told of: running work is not asked again while the tests run.
    timings: { rights: { runningWorkMs: 3_600_000 } },
  });
  spec = new SpecSharing(platform);
  admin = new ApiClient(platform.baseUrl);
  await admin.signIn('admin', adminPassword);
});
afterAll(() => platform.close());
beforeEach(async () => {
  count += 1;
  ann = await spec.addUser(`ann${count}`);
  bob = await spec.addUser(`bob${count}`);
  await spec.write(ann, '/a.txt');
});
afterEach(() => windows.splice(0).forEach((window) => window.close()));

async function openWindow(user: SpecUser): Promise<Window> {
  const window = await spec.openWindow(user);
  windows.push(window);
  return window;
}

/** What a window has heard once it has heard this: events to one user keep their order. */
async function heardSoFar(user: SpecUser, window: Window): Promise<unknown[]> {
  const fence = { list: 'mine', shareId: 'fence' } as const;
  platform.get(Realtime).publish('sharesChanged', audience.user(user.id), fence);
  await waitFor('the fence', () => window.heard.some(({ shareId }) => shareId === 'fence'));
  return window.heard.splice(0).filter(({ shareId }) => shareId !== 'fence');
}

/** Work of a receiver on shares of ann, as a download has it; it may go on while the share is available. */
function runOn(shareId: string): { isAborted: () => boolean } {
  const isStillAllowed = async (): Promise<boolean> => {
    const answer = await platform.call(bob, shares.detail, { id: shareId });
    return answer.success && answer.result.state === 'active';
  };
  const { signal } = platform
    .get(RunningWork)
    .begin({ userId: bob.id, spaceKeys: [`share:${shareId}`] }, { isStillAllowed });
  return { isAborted: () => signal.aborted };
}

describe('who has shares of an owner', () => {
  const ends: [string, () => Promise<unknown>][] = [
    ['is frozen', () => admin.expectOk(users.freeze, { id: ann.id, freeze: 1 })],
    [
      'is put outside the validity period',
      () =>
        admin.expectOk(users.freeze, {
          id: ann.id,
          freeze: 2,
          startDate: '2098-01-01',
          endDate: '2099-01-01',
        }),
    ],
    [
      'loses the permission with the menus of the role',
      async () => {
        const [row] = await platform.query('SELECT role_id FROM user_role WHERE user_id = $1', [
          ann.id,
        ]);
        return admin.expectOk(roles.setMenus, { roleId: String(row?.['role_id']), menuIds: [] });
      },
    ],
    ['is deleted', () => admin.expectOk(users.remove, { id: ann.id })],
  ];
  it.each(ends)('hears once when he %s, and what runs on it ends', async (what, end) => {
    const { id } = await spec.share(ann, ['/a.txt'], [bob]);
    await spec.share(ann, ['/a.txt'], [bob]);
    const window = await openWindow(bob);
    const work = runOn(id);
    await heardSoFar(bob, window);
    await end();
    await waitFor('the news', () => window.heard.length > 0);
    expect(await heardSoFar(bob, window)).toEqual([{ list: 'received', shareId: null }]);
    await waitFor('the end of the work', () => work.isAborted());
    const rows = await spec.list(bob, '2');
    expect(rows.map(({ state }) => state)).toEqual(
      what === 'is deleted' ? [] : ['unavailable', 'unavailable'],
    );
  });
});

const tell = () => platform.get(ShareLifecycle).tellEnded(new AbortController().signal);

describe('an owner', () => {
  it.each([
    ['ends', `expires_at = now()`, 'unavailable'],
    ['begins', `effective_from = now()`, 'active'],
  ])('whose validity %s by itself is told of once', async (_, change, state) => {
    await spec.share(ann, ['/a.txt'], [bob]);
    const window = await openWindow(bob);
    await tell();
    await heardSoFar(bob, window);
    await platform.query(`UPDATE user_account SET ${change} WHERE id = $1`, [ann.id]);
    await tell();
    await tell();
    expect(await heardSoFar(bob, window)).toEqual([{ list: 'received', shareId: null }]);
    expect((await spec.list(bob, '2'))[0]?.state).toBe(state);
  });

  it('whose validity ends in the very millisecond of a look is told of once', async () => {
    await spec.share(ann, ['/a.txt'], [bob]);
    const told = jest.spyOn(platform.get(ShareEventPublisher), 'ownersChanged');
    const isTold = () =>
      told.mock.calls.splice(0).some(([{ receiverIds }]) => receiverIds.includes(bob.id));
    for (let time = 0; time < 50; time += 1) {
      await platform.query('UPDATE user_account SET expires_at = now() WHERE id = $1', [ann.id]);
      await tell();
      expect(isTold()).toBe(true);
      await tell();
      expect(isTold()).toBe(false);
    }
    told.mockRestore();
  });

  it('hears when one who has his shares is deleted', async () => {
    await spec.share(ann, ['/a.txt'], [bob]);
    const window = await openWindow(ann);
    await heardSoFar(ann, window);
    await admin.expectOk(users.remove, { id: bob.id });
    await waitFor('the news', () => window.heard.length > 0);
    expect(await heardSoFar(ann, window)).toEqual([{ list: 'mine', shareId: null }]);
    expect((await spec.list(ann, '1'))[0]?.own?.userCount).toBe(0);
  });

  it('who is not deleted after all has ended nothing', async () => {
    await spec.share(ann, ['/a.txt'], [bob]);
    const window = await openWindow(bob);
    await heardSoFar(bob, window);
    await platform.query(`CREATE FUNCTION spec_refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'this does not commit'; END $$`);
    await platform.query(`CREATE CONSTRAINT TRIGGER spec_no_commit AFTER DELETE ON user_account
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION spec_refuse()`);
    expect(await admin.call(users.remove, { id: ann.id })).toMatchObject({ success: false });
    await platform.query('DROP TRIGGER spec_no_commit ON user_account');
    expect(await heardSoFar(bob, window)).toEqual([]);
  });
});

describe('a link that expires', () => {
  const expire = (id: string) =>
    platform.query(`UPDATE share SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
  it('is told to its owner and receivers, once, and again after it was given more time', async () => {
    const link = await spec.link(ann, ['/a.txt']);
    await spec.link(ann, ['/a.txt']);
    await spec.redeem(bob, link);
    const [hers, his] = [await openWindow(ann), await openWindow(bob)];
    await heardSoFar(ann, hers);
    await heardSoFar(bob, his);
    for (let time = 0; time < 2; time += 1) {
      await expire(link.id);
      const work = runOn(link.id);
      await tell();
      await tell();
      expect(await heardSoFar(ann, hers)).toEqual([{ list: 'mine', shareId: link.id }]);
      expect(await heardSoFar(bob, his)).toEqual([{ list: 'received', shareId: link.id }]);
      await waitFor('the end of the work', () => work.isAborted());
      const expirationTime = Date.now() + 1_000_000;
      await platform.call(ann, shares.edit, { id: link.id, expirationTime });
      await heardSoFar(ann, hers);
      await heardSoFar(bob, his);
    }
  });

  it('is due, and nothing is before and after', async () => {
    const found = async () => (await platform.get(DueWork).listDue()).includes(tellEndedShares);
    await platform.query('UPDATE user_account SET expires_at = NULL, effective_from = NULL');
    const link = await spec.link(ann, ['/a.txt']);
    expect(await found()).toBe(false);
    await expire(link.id);
    expect(await found()).toBe(true);
    await tell();
    expect(await found()).toBe(false);
  });
});
