import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints, type Endpoint } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { dayMs, SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';

const { shares } = endpoints;
let platform: SpecPlatform;
let spec: SpecSharing;
/** By the role that they have towards the share. */
const people: Record<string, SpecUser> = {};
let id: string;
let frozenId: string;
let linkId: string;
let verification: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecSharing(platform);
  for (const name of ['owner', 'receiver', 'former', 'stranger', 'frozenOwner']) {
    people[name] = await spec.addUser(name);
  }
  people['none'] = await platform.addUser('none', []);
  people['disk'] = await platform.addUser('disk', ['/myDoc']);
  people['sender'] = await platform.addUser('sender', ['/myDoc', '/myShare']);
  people['getter'] = await platform.addUser('getter', ['/receiveShare']);
  await spec.write(who('owner'), '/a.txt');
  await spec.write(who('frozenOwner'), '/a.txt');
  const users = [who('receiver'), who('former'), who('sender'), who('getter')];
  ({ id } = await spec.share(who('owner'), ['/a.txt'], users));
  await platform.call(who('former'), shares.leave, { id });
  const link = await spec.link(who('owner'), ['/a.txt']);
  ({ id: linkId } = link);
  verification = link.verification ?? '';
  ({ id: frozenId } = await spec.share(who('frozenOwner'), ['/a.txt'], [who('receiver')]));
  await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [
    who('frozenOwner').id,
  ]);
});
afterAll(() => platform.close());

function who(name: string): SpecUser {
  const user = people[name];
  if (!user) {
    throw new Error(`There is no ${name}.`);
  }
  return user;
}

/** Each call of these, with a share that is there, or a link with its right code. */
const calls: Record<string, () => [Endpoint, Record<string, unknown>]> = {
  'list of the own': () => [shares.list, { isMe: '1' }],
  'list of the received': () => [shares.list, { isMe: '2' }],
  'page of the own': () => [shares.page, { isMe: 1 }],
  'page of the received': () => [shares.page, { isMe: 2 }],
  detail: () => [shares.detail, { id }],
  containing: () => [shares.containing, { path: '/a.txt' }],
  recentReceivers: () => [shares.recentReceivers, {}],
  visitorRules: () => [shares.visitorRules, {}],
  add: () => [shares.add, { patahs: ['/none'], shareType: 2, expirationTime: Date.now() + dayMs }],
  edit: () => [shares.edit, { id, users: [{ id: who('receiver').id }] }],
  remove: () => [shares.remove, { id }],
  leave: () => [shares.leave, { id }],
  redeem: () => [shares.redeem, { id: linkId, password: verification }],
  redeemDownload: () => [shares.redeemDownload, { id: linkId, verification }],
};

/** Who, and the answer that he gets; of `add` a 404 says that he was let in as far as the file that is not there. */
const table: [call: string, refused: Record<string, number>][] = [
  ['list of the own', { none: 403, disk: 403, getter: 403 }],
  ['list of the received', { none: 403, disk: 403, sender: 403 }],
  ['page of the own', { none: 403, disk: 403, getter: 403 }],
  ['page of the received', { none: 403, disk: 403, sender: 403 }],
  ['detail', { none: 403, disk: 403, stranger: 404, former: 404, sender: 404 }],
  ['containing', { none: 403, disk: 403, getter: 403 }],
  ['recentReceivers', { none: 403, disk: 403, getter: 403 }],
  ['visitorRules', { none: 403, disk: 403, getter: 403 }],
  ['add', { none: 403, disk: 403, getter: 403, owner: 404 }],
  ['edit', { none: 403, disk: 403, getter: 403, receiver: 404, former: 404, stranger: 404 }],
  ['remove', { none: 403, disk: 403, getter: 403, receiver: 404, former: 404, stranger: 404 }],
  ['leave', { none: 403, disk: 403, sender: 403, owner: 404, former: 404, stranger: 404 }],
  ['redeem', { none: 403, disk: 403, sender: 403 }],
  ['redeemDownload', { none: 403, disk: 403, sender: 403 }],
];

describe('who may not', () => {
  it.each(table)('%s', async (call, refused) => {
    const [endpoint, input] = calls[call]!();
    const answers: Record<string, number> = { anonymous: 401, frozenOwner: 401, ...refused };
    for (const [name, code] of Object.entries(answers)) {
      const user = name === 'anonymous' ? null : who(name);
      expect([name, (await platform.call(user, endpoint, input)).code]).toEqual([name, code]);
    }
  });

  it('is tested for every call about shares themselves', () => {
    const inside: string[] = [
      shares.files,
      shares.filesSummary,
      shares.search,
      shares.getDownloadPath,
      shares.getPreviewPath,
      shares.saveToMe,
      shares.visits,
      // For people without an account: visitors/visitor-access.
      shares.lookAtDropBox,
      shares.enterDropBox,
    ].map(({ path }) => path);
    const all = Object.values(shares).map(({ path }) => path);
    const tested = table.map(([call]) => calls[call]!()[0].path);
    expect([...new Set([...tested, ...inside])].sort()).toEqual(all.sort());
  });
});

describe('a share whose owner may not share', () => {
  it('is shown to its receivers as one that is not available, and cannot be redeemed', async () => {
    const rows = await spec.list(who('receiver'), '2');
    expect(rows.find((row) => row.id === frozenId)?.state).toBe('unavailable');
    expect(rows.find((row) => row.id === id)?.state).toBe('active');
    await platform.query(
      `UPDATE share SET share_type = 2, verification = 'CODE99', expires_at = now() + interval '1 day' WHERE id = $1`,
      [frozenId],
    );
    const redeem = (password: string) =>
      platform.call(who('stranger'), shares.redeem, { id: frozenId, password });
    expect(await redeem('CODE99')).toMatchObject({
      code: 404,
      result: { error: 'SHARE_UNAVAILABLE' },
    });
    expect(await redeem('CODE98')).toMatchObject({
      code: 404,
      result: { error: 'SHARE_LINK_WRONG' },
    });
  });

  it('is so when the owner lost the permission or the disk, and comes back with them', async () => {
    const owner = await spec.addUser('loser');
    await spec.write(owner, '/a.txt');
    const share = await spec.share(owner, ['/a.txt'], [who('receiver')]);
    const stateOf = async () =>
      (await platform.call(who('receiver'), shares.detail, { id: share.id })).result.state;
    for (const url of ['/myShare', '/myDoc']) {
      expect(await stateOf()).toBe('active');
      const ofUrl = `role_id IN (SELECT role_id FROM user_role WHERE user_id = $1)
        AND menu_id IN (SELECT id FROM menu WHERE menu_url = $2)`;
      const given = await platform.query(`SELECT role_id, menu_id FROM role_menu WHERE ${ofUrl}`, [
        owner.id,
        url,
      ]);
      await platform.query(`DELETE FROM role_menu WHERE ${ofUrl}`, [owner.id, url]);
      expect(await stateOf()).toBe('unavailable');
      await platform.query(
        'INSERT INTO role_menu SELECT * FROM json_populate_recordset(NULL::role_menu, $1)',
        [JSON.stringify(given)],
      );
    }
    expect(await stateOf()).toBe('active');
  });
});
