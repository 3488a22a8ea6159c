import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { ServerDrain } from '../../../platform/http/serving/server-drain.service.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';

let platform: SpecPlatform;
let admin: SpecUser;

// Nobody takes the backup: a call waits for as long as it may.
beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  admin = await platform.addUser('manager', ['/systemeManagement']);
});
afterAll(() => platform.stop());
beforeEach(() => platform.query('DELETE FROM backup'));

/** An export without an id that has begun to wait for its backup. */
async function waitingExport(
  user: SpecUser,
): Promise<{ answer: Promise<{ status: number; text: string }> }> {
  const answer = fetch(`${platform.baseUrl}/api/backup/export`, {
    headers: { Authorization: user.token },
  }).then(async (response) => ({ status: response.status, text: await response.text() }));
  await waitFor('the call to wait', () => Promise.resolve(platform.get(RunningWork).size === 1));
  return { answer };
}

const states = () => platform.query('SELECT state FROM backup');

describe('an export that waits for its backup', () => {
  it.each([
    ['failed', { cn: '满', en: 'The disk is full.' }, 'The disk is full.'],
    ['cancelled', null, 'was not finished'],
  ])('is told when it has %s', async (state, message, told) => {
    const { answer } = await waitingExport(admin);
    await platform.query('UPDATE backup SET state = $1, message = $2, ended_at = now()', [
      state,
      message,
    ]);
    expect(await answer).toMatchObject({ status: 503, text: expect.stringContaining(told) });
    expect(platform.get(RunningWork).size).toBe(0);
  });

  it('ends with the right to it, and the backup goes on', async () => {
    const leaving = await platform.addUser('leaving', ['/systemeManagement']);
    const { answer } = await waitingExport(leaving);
    await platform.query('DELETE FROM user_role WHERE user_id = $1', [leaving.id]);
    await platform.get(RunningWork).recheck();
    expect(await answer).toMatchObject({
      status: 403,
      text: expect.stringContaining('Your permission has ended'),
    });
    expect(await states()).toEqual([{ state: 'waiting' }]);
  });

  // The last one: a server takes no more calls after it.
  it('ends when the server stops, long before the time of the stop is over, and the backup goes on', async () => {
    const { answer } = await waitingExport(admin);
    expect(await platform.get(ServerDrain).finish(600_000)).toBe(0);
    expect(await answer).toMatchObject({
      status: 503,
      text: expect.stringContaining('The server is restarting'),
    });
    expect(await states()).toEqual([{ state: 'waiting' }]);
  });
});
