import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';

const { shares } = endpoints;
let platform: SpecPlatform;
let spec: SpecSharing;
let ann: SpecUser;
let others: SpecUser[];

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecSharing(platform);
  ann = await spec.addUser('ann');
  await spec.write(ann, '/a.txt');
  others = [];
  for (let n = 0; n < limits.recentReceivers + 2; n += 1) {
    others.push(await spec.addUser(`other${n}`));
  }
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('UPDATE user_account SET is_frozen = false, expires_at = NULL');
});

const one = (at: number): SpecUser => others[at]!;
const share = (...to: SpecUser[]) => spec.share(ann, ['/a.txt'], to);
async function suggested(user = ann): Promise<string[]> {
  const { result } = await platform.call(user, shares.recentReceivers, {});
  return result.map(({ userName }) => userName);
}

describe('those whom a user shared with last', () => {
  it('are named once each, the last first, and only as many as are suggested', async () => {
    for (const user of others) {
      await share(user);
    }
    await share(one(0));
    const names = others.map(({ name }) => name);
    const expected = ['other0', ...names.slice(1).reverse()].slice(0, limits.recentReceivers);
    expect(await suggested()).toEqual(expected);
  });

  it('are only users who may sign in now', async () => {
    await share(one(0), one(1));
    await share(one(2));
    await share(one(3));
    await platform.query('UPDATE user_account SET is_frozen = true WHERE id = $1', [one(3).id]);
    await platform.query('UPDATE user_account SET expires_at = now() WHERE id = $1', [one(0).id]);
    expect(await suggested()).toEqual(['other2', 'other1']);
  });

  it('are those the user chose: neither who came by a link, nor whom others shared with', async () => {
    await spec.redeem(one(1), await spec.link(ann, ['/a.txt']));
    await spec.write(one(0), '/b.txt');
    await spec.share(one(0), ['/b.txt'], [ann, one(2)]);
    expect(await suggested()).toEqual([]);
    expect(new Set(await suggested(one(0)))).toEqual(new Set(['ann', 'other2']));
  });

  it('are not those who were taken off the share again', async () => {
    const { id } = await share(one(0), one(1));
    const users = [{ id: one(1).id }];
    expect(await platform.call(ann, shares.edit, { id, users })).toMatchObject({ code: 200 });
    expect(await suggested()).toEqual(['other1']);
  });
});
