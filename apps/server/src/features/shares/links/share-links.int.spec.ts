import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, limits } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { dayMs, SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { isCodeOf } from './code-guesses.service.js';

const { shares } = endpoints;
const code = 'Right1';
let platform: SpecPlatform;
let spec: SpecSharing;
let ann: SpecUser;
let bob: SpecUser;
let eve: SpecUser;
/** Of ann's, with the code. */
let id: string;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  spec = new SpecSharing(platform);
  [ann, bob, eve] = [
    await spec.addUser('ann'),
    await spec.addUser('bob'),
    await spec.addUser('eve'),
  ];
  await spec.write(ann, '/a.txt');
});
afterAll(() => platform.close());
beforeEach(async () => {
  await platform.query('DELETE FROM share');
  await platform.query('DELETE FROM attempt_limit');
  ({ id } = await spec.link(ann, ['/a.txt'], { verification: code }));
});

const redeem = (password: string, user = bob, shareId = id) =>
  platform.call(user, shares.redeem, { id: shareId, password });
const expire = () =>
  platform.query(`UPDATE share SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]);
const wrongCode = { code: 404, result: { error: 'SHARE_LINK_WRONG' } };
const locked = { code: 429, result: { error: 'LIMIT_TOO_MANY' } };

describe('a code', () => {
  it.each([
    ['Right1', true],
    ['rIGHT1', true],
    [' right1 ', true],
    ['Right2', false],
    ['Right', false],
    ['Right11', false],
    ['', false],
  ])('%j is that of the link: %s', (given, isRight) => {
    expect(isCodeOf(code, given)).toBe(isRight);
    expect(isCodeOf(null, given)).toBe(false);
  });
});

describe('a link', () => {
  it('stays among the received shares of who redeems it, and its owner sees him', async () => {
    const windows = await Promise.all([ann, bob].map((user) => spec.openWindow(user)));
    expect(await redeem(code.toLowerCase())).toMatchObject({
      code: 200,
      result: { id, state: 'active', verification: null, own: null, fileVos: [{ path: '/a.txt' }] },
    });
    expect(await spec.ids(bob, '2')).toEqual([id]);
    const [own] = await spec.list(ann, '1');
    expect(own?.own).toMatchObject({ userCount: 1, users: [{ userName: 'bob' }] });
    for (const [index, list] of ['mine', 'received'].entries()) {
      await waitFor('the news', () => windows[index]?.heard.some((event) => event.list === list));
      windows[index]?.close();
    }
  });

  it('makes nobody a receiver twice, and its owner not at all', async () => {
    await Promise.all(Array.from({ length: 5 }, () => redeem(code)));
    expect(await redeem(code, ann)).toMatchObject({ code: 200, result: { verification: code } });
    const [own] = await spec.list(ann, '1');
    expect(own?.own?.userCount).toBe(1);
    expect(await spec.ids(ann, '2')).toEqual([]);
  });

  it('brings back who left', async () => {
    await redeem(code);
    await platform.call(bob, shares.leave, { id });
    expect(await spec.ids(bob, '2')).toEqual([]);
    expect(await redeem(code)).toMatchObject({ code: 200 });
    expect(await spec.ids(bob, '2')).toEqual([id]);
  });

  it('gives one answer for a wrong code, an unknown id, and one that is over', async () => {
    const share = await spec.share(ann, ['/a.txt'], [bob]);
    const answers = [
      await redeem('wrong'),
      await redeem(code, bob, 'x'.repeat(22)),
      await redeem('', bob, share.id),
    ];
    await expire();
    answers.push(await redeem(code));
    await platform.call(ann, shares.remove, { id });
    answers.push(await redeem(code));
    for (const answer of answers) {
      expect(answer).toMatchObject(wrongCode);
      expect(answer).toEqual(answers[0]);
    }
    expect(await spec.ids(bob, '2')).toEqual([share.id]);
  });
});

describe('guessing', () => {
  it('is over after ten wrong codes for a link, whoever tries them, for 15 minutes from the last', async () => {
    const others = await Promise.all([0, 1].map((n) => spec.addUser(`guesser${n}`)));
    for (let n = 0; n < limits.shareWrongCodes; n += 1) {
      expect(await redeem(`wrong${n}`, others[n % 2])).toMatchObject(wrongCode);
      // The first of them was long ago.
      await platform.query('UPDATE attempt_limit SET expire = expire - 60000');
    }
    const answer = await redeem(code);
    expect(answer).toMatchObject(locked);
    const { waitSeconds } = (answer.result as unknown as { details: { waitSeconds: number } })
      .details;
    expect(waitSeconds).toBeGreaterThan(780);
    expect(waitSeconds).toBeLessThanOrEqual(900);
    // Whoever has it keeps it, and other links are as before.
    const other = await spec.link(ann, ['/a.txt'], { verification: code });
    expect(await redeem(code, bob, other.id)).toMatchObject({ code: 200 });
    await platform.query('UPDATE attempt_limit SET expire = 1');
    expect(await redeem(code)).toMatchObject({ code: 200 });
  });

  it('is over after ten by one user, of links that there are and others', async () => {
    for (let n = 0; n < limits.shareWrongCodes; n += 1) {
      const shareId = n % 2 === 0 ? `unknown-${n}` : id;
      expect(await redeem(`wrong${n}`, eve, shareId)).toMatchObject(wrongCode);
    }
    expect(await redeem(code, eve)).toMatchObject(locked);
    expect(await redeem(code, eve, 'unknown')).toMatchObject(locked);
    expect(await redeem(code, bob)).toMatchObject({ code: 200 });
  });

  it('gets no more than ten answers out of fifty tries at once', async () => {
    const users = await Promise.all(
      Array.from({ length: 10 }, (_, n) => spec.addUser(`crowd${n}`)),
    );
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => redeem(`wrong${n}`, users[n % 10])),
    );
    const codes = answers.map((answer) => answer.code);
    expect(codes.filter((one) => one === 404)).toHaveLength(limits.shareWrongCodes);
    expect(codes.filter((one) => one === 429)).toHaveLength(40);
    expect(await redeem(code)).toMatchObject(locked);
  });

  it('is not what right codes are, nor do they make wrong ones forgotten', async () => {
    for (let n = 0; n < 2 * limits.shareWrongCodes; n += 1) {
      expect(await redeem(code)).toMatchObject({ code: 200 });
    }
    for (let n = 0; n < limits.shareWrongCodes; n += 1) {
      expect(await redeem(`wrong${n}`)).toMatchObject(wrongCode);
      if (n < limits.shareWrongCodes - 1) {
        expect(await redeem(code)).toMatchObject({ code: 200 });
      }
    }
    expect(await redeem(code)).toMatchObject(locked);
  });
});

describe('a download by link', () => {
  const download = (verification = code, shareId = id) =>
    platform.call(bob, shares.redeemDownload, { id: shareId, verification });

  it('redeems too, and wants the right code', async () => {
    expect(await download('wrong')).toMatchObject(wrongCode);
    expect(await spec.ids(bob, '2')).toEqual([]);
    await download();
    expect(await spec.ids(bob, '2')).toEqual([id]);
  });

  it('answers null, and says why, where there is nothing for the caller to download', async () => {
    await platform.query(`UPDATE share_path SET entry_id = NULL WHERE share_id = $1`, [id]);
    expect(await download()).toMatchObject({
      code: 200,
      result: null,
      message: expect.stringContaining('moved or deleted'),
    });
    await spec.write(ann, '/inbox/file');
    const box = await spec.link(ann, ['/inbox'], {
      isDropBox: true,
      verification: code,
      expirationTime: Date.now() + dayMs,
    });
    expect(await download(code, box.id)).toMatchObject({
      code: 200,
      result: null,
      message: expect.stringContaining('drop box'),
    });
    expect((await spec.ids(bob, '2')).sort()).toEqual([id, box.id].sort());
  });

  it('gives a token for one file, and counts it; null when the link is used up', async () => {
    await platform.query('UPDATE share SET download_limit = 1 WHERE id = $1', [id]);
    const { result } = await download();
    expect(await (await platform.download(String(result))).text()).toBe('text');
    expect((await spec.list(ann, '1'))[0]?.own).toMatchObject({ downloads: 1 });
    expect(await download()).toMatchObject({
      code: 200,
      result: null,
      message: expect.stringContaining('reached its download limit'),
    });
    expect((await spec.list(bob, '2'))[0]?.state).toBe('usedUp');
  });

  it('gives the state of the packing for several entries', async () => {
    await spec.write(ann, '/folder/b.txt');
    const link = await spec.link(ann, ['/a.txt', '/folder'], { verification: code });
    const answer = await platform.call(bob, shares.redeemDownload, {
      id: link.id,
      verification: code,
      async: true,
    });
    expect(answer).toMatchObject({ code: 200, result: { packageId: expect.any(String) } });
  });

  it('is null for a user who may not download', async () => {
    await platform.query('UPDATE user_account SET can_download = false WHERE id = $1', [bob.id]);
    expect(await download()).toMatchObject({
      code: 200,
      result: null,
      message: expect.stringContaining('Download permission has been turned off'),
    });
    await platform.query('UPDATE user_account SET can_download = true WHERE id = $1', [bob.id]);
  });
});
