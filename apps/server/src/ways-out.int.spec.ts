import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type Envelope } from '@clusterdesk/contracts';
import {
  allPages,
  noWayOut,
  suspects,
  WaysOut,
  type WayOut,
} from '@clusterdesk/tests/attack/ways-out.js';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

const { downloadPermission } = endpoints;

let platform: SpecPlatform;
let ways: WaysOut;
let taker: SpecUser;
let other: SpecUser;
let manager: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: true, timings: { runs: { lookMs: 20 } } });
  manager = await platform.addUser('manager', ['/systemeManagement']);
  taker = await platform.addUser('taker', allPages);
  other = await platform.addUser('other', []);
  ways = await WaysOut.open(platform, taker);
});
afterAll(() => platform.close());
beforeEach(() => setSwitch(true, other));

async function setSwitch(allowDownload: boolean, ...chosen: SpecUser[]): Promise<void> {
  const userIds = chosen.map(({ id }) => id);
  const saved = await platform.call(manager, downloadPermission.save, { allowDownload, userIds });
  expect(saved.code).toBe(200);
}

/** On, only the chosen may not; off, only the chosen may (spec part 2 §6). */
const against = {
  'on, and the user is chosen': () => setSwitch(true, taker),
  'off, and the user is not chosen': () => setSwitch(false, other),
};
const inFavour = {
  'on, and the user is not chosen': () => setSwitch(true, other),
  'off, and the user is chosen': () => setSwitch(false, taker, other),
};

const message = 'Download permission has been turned off. Ask an administrator if you need it.';

/** What an answer says of the refusal; everything else is its code. */
const told = ({ code, result, message: said }: Envelope<unknown>) => ({
  code,
  error: (result as { error?: string } | null)?.error,
  said,
});

/** For each way whether it gives the content. */
async function outcomes(
  take: (way: WayOut, id: string) => Promise<unknown>,
  meanwhile: () => Promise<void>,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const prepared = new Map<WayOut, string>();
  await setSwitch(true, other);
  for (const way of ways.all) {
    prepared.set(way, (await way.prepare?.()) ?? '');
  }
  await meanwhile();
  for (const way of ways.all) {
    answers[way.name] = await take(way, prepared.get(way) ?? '');
  }
  return answers;
}

const each = (value: (way: WayOut) => unknown): Record<string, unknown> =>
  Object.fromEntries(ways.all.map((way) => [way.name, value(way)]));

describe('the list of ways out', () => {
  it('has every call that may carry bytes out', () => {
    const listed = ways.all.flatMap(({ call, by }) => [call.path, by?.path]);
    const missing = suspects().filter(
      ({ path }) => !listed.includes(path) && noWayOut[path] === undefined,
    );
    expect(missing.map(({ path }) => path)).toEqual([]);
  });
});

describe('every way out', () => {
  it.each(Object.entries(inFavour))('is open when the switch is %s', async (_, set) => {
    const take = async (way: WayOut, id: string): Promise<boolean> =>
      ways.isContent(await way.fetch((await way.ask(id)).result));
    expect(await outcomes(take, set)).toEqual(each(() => true));
  });

  it.each(Object.entries(against))('is refused alike when the switch is %s', async (_, set) => {
    const refused = await outcomes(async (way, id) => told(await way.ask(id)), set);
    expect(refused).toEqual(
      each(({ isTold }) =>
        isTold
          ? { code: 200, error: undefined, said: message }
          : { code: 403, error: 'SPACE_DOWNLOAD_OFF', said: message },
      ),
    );
  });

  it.each(Object.entries(against))('ends for what was asked before it was %s', async (_, set) => {
    const tickets = new Map<WayOut, unknown>();
    for (const way of ways.all) {
      if (way.by) {
        tickets.set(way, (await way.ask((await way.prepare?.()) ?? '')).result);
      }
    }
    await set();
    for (const [way, ticket] of tickets) {
      expect([way.name, typeof ticket, (await way.fetch(ticket)).status]).toEqual([
        way.name,
        'string',
        403,
      ]);
    }
  });
});
