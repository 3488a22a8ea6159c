import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { desktops, calculations } = endpoints;
let platform: SpecPlatform;
/** The same rights twice: two people, or one with two windows. */
let one: SpecUser;
let other: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  [one, other] = (await Promise.all(
    ['one', 'other'].map((name) =>
      platform.addUser(name, ['/myDoc', '/desktopDot', '/calculateDot']),
    ),
  )) as [SpecUser, SpecUser];
});
afterAll(() => platform.close());

const saveDesktop = (by: SpecUser, input: Record<string, unknown>) =>
  platform.call(by, desktops.add, input);

const infoOf = async (desktopId: string) =>
  (await platform.call(one, desktops.info, { desktopId })).result;

describe('of two administrators who edit a node at a time', () => {
  it('both have their way with a desktop, and what neither named stays', async () => {
    const input = { desktopName: 'both_1', lanIp: '10.0.0.1', wanIp: 'a.example.org' };
    const { id } = (await saveDesktop(one, { ...input, desktopPort: 443 })).result;
    const answers = await Promise.all([
      saveDesktop(one, { id, desktopName: 'renamed_1' }),
      saveDesktop(other, { id, lanIp: '10.0.0.2', desktopDescribe: 'rack 7' }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await infoOf(id)).toMatchObject({
      desktopName: 'renamed_1',
      lanIp: '10.0.0.2',
      wanIp: 'a.example.org',
      desktopPort: 443,
      https: true,
      desktopDescribe: 'rack 7',
    });
    // The name that it gave up is free again, and the new one is taken.
    expect(await saveDesktop(other, { ...input, desktopName: 'Renamed_1' })).toMatchObject({
      result: { error: 'NODE_NAME_TAKEN' },
    });
    expect(await saveDesktop(other, input)).toMatchObject({ code: 200 });
  });

  it('both have their way with a compute node', async () => {
    const input = { calculationName: 'both-2', lanIp: '10.0.0.1', calculationDescribe: 'old' };
    const { id } = (await platform.call(one, calculations.add, input)).result;
    const answers = await Promise.all([
      platform.call(one, calculations.add, { id, calculationName: 'renamed-2' }),
      platform.call(other, calculations.add, { id, lanIp: '10.0.0.2' }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const { result } = await platform.call(one, calculations.info, { calculationId: id });
    expect(result).toMatchObject({
      calculationName: 'renamed-2',
      lanIp: '10.0.0.2',
      calculationDescribe: 'old',
    });
  });

  it.each([
    [desktops.add, { desktopName: 'new_1', lanIp: '10.0.0.1' }, 'desktopName'],
    [desktops.add, { desktopName: 'new_1', lanIp: '10.0.0.1' }, 'lanIp'],
    [calculations.add, { calculationName: 'new-1', lanIp: '10.0.0.1' }, 'calculationName'],
    [calculations.add, { calculationName: 'new-1', lanIp: '10.0.0.1' }, 'lanIp'],
  ])('a new one is refused by $path without %#', async (endpoint, input, name) => {
    expect(await platform.call(one, endpoint, { ...input, [name]: undefined })).toMatchObject({
      code: 400,
      result: { error: 'INPUT_INVALID', fields: { [name]: expect.any(String) } },
    });
  });
});

describe('of two administrators who assign a desktop at a time', () => {
  it('both have their way: those added and those taken away by either', async () => {
    const people = await Promise.all(
      ['leaver', 'stayer', 'first', 'second'].map((name) => platform.addUser(name)),
    );
    const [leaver, stayer, first, second] = people.map(({ id }) => id);
    const userInfos = [{ id: leaver }, { id: stayer }];
    const { id } = (
      await saveDesktop(one, { desktopName: 'shared_1', lanIp: '10.0.0.1', userInfos })
    ).result;
    const answers = await Promise.all([
      saveDesktop(one, { id, addUserIds: [first], removeUserIds: [leaver] }),
      saveDesktop(other, { id, addUserIds: [second, stayer], removeUserIds: [leaver] }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const names = async () => (await infoOf(id)).userInfos.map(({ userName }) => userName);
    expect(await names()).toEqual(['first', 'second', 'stayer']);
    // The documented whole list still replaces them.
    await saveDesktop(one, { id, userInfos: [{ id: leaver }] });
    expect(await names()).toEqual(['leaver']);
  });

  it('nobody is added whom there is not, nor more than a desktop can have', async () => {
    const strange = 'a0000000-0000-4000-8000-000000000000';
    const { id } = (await saveDesktop(one, { desktopName: 'full_1', lanIp: '10.0.0.1' })).result;
    expect(await saveDesktop(one, { id, addUserIds: [strange] })).toMatchObject({
      result: { error: 'DESKTOP_USER_UNKNOWN' },
    });
    await platform.query(
      `WITH made AS (
         INSERT INTO user_account (user_name, name_key, name_look, password_hash, home_key)
         SELECT name, name, name, '', name FROM (SELECT 'crowd' || n AS name FROM generate_series(1, $2::int) AS n) AS crowd
         RETURNING id)
       INSERT INTO desktop_user (node_id, user_id) SELECT $1, id FROM made`,
      [id, limits.nodeMaxUsers],
    );
    expect(await saveDesktop(other, { id, addUserIds: [one.id] })).toMatchObject({
      code: 409,
      result: { error: 'DESKTOP_FULL' },
    });
    expect((await infoOf(id)).userCount).toBe(limits.nodeMaxUsers);
  });
});
