import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { LauncherUpgrade } from '@clusterdesk/contracts/release';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { DataSource } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { Notifications } from '../../notifications/notification.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { LauncherChannel } from './launcher-channel.service.js';
import { UpgradeOutcomes } from './upgrade-outcomes.service.js';

let platform: SpecPlatform;
let manager: SpecUser;
let asker: Principal;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  manager = await platform.addUser('manager', ['/systemeManagement']);
  await platform.addUser('other', ['/myDoc', '/userManagement']);
  asker = { userId: manager.id, userName: manager.name } as Principal;
});
afterAll(() => platform.stop());
beforeEach(async () => {
  await platform.query('DELETE FROM upgrade_request');
  await platform.query('DELETE FROM notification');
  await platform.query('DELETE FROM audit_log');
});

/** A server of this database, as a start makes it. */
function start(): {
  outcomes: UpgradeOutcomes;
  /** The launcher tells of an end. */
  hears: (upgrade: Partial<LauncherUpgrade> | null) => void;
  /** The same, and waits until nothing more is done about it. */
  says: (upgrade: Partial<LauncherUpgrade> | null) => Promise<void>;
} {
  const channel = new LauncherChannel(platform.config);
  const outcomes = new UpgradeOutcomes(
    channel,
    platform.get(DataSource),
    platform.get(Notifications),
    platform.get(UserRights),
    platform.get(AuditTrail),
  );
  const hears = (upgrade: Partial<LauncherUpgrade> | null): void =>
    channel.hear({
      kind: 'upgrade.state',
      upgrade: upgrade && {
        ...{ phase: 'done', from: '0.1.0', to: '9.0.0', doneBytes: 0, totalBytes: 0 },
        ...{ fault: null, reason: '', time: 1, request: null },
        ...upgrade,
      },
    });
  const says = async (upgrade: Partial<LauncherUpgrade> | null): Promise<void> => {
    hears(upgrade);
    await outcomes.onApplicationShutdown();
  };
  return { outcomes, hears, says };
}

const notices = () =>
  platform.query(
    `SELECT user_name AS "to", payload FROM notification JOIN user_account u ON u.id = user_id
     WHERE kind = 'operations.upgrade-ended' AND user_name IN ('manager', 'other')`,
  );
const logRows = () =>
  platform.query(
    `SELECT log_level AS level, user_name AS "userName", error_code AS code, target_name AS target, details
     FROM audit_log WHERE method_name = 'upgrade.ended'`,
  );

it('an upgrade that is done is told by the version that it brought, once', async () => {
  const request = await start().outcomes.begin(asker, '9.0.0');
  const next = start();
  await next.says({ phase: 'switching', request });
  expect(await notices()).toEqual([]);
  await next.says({ request });
  await next.says({ request });
  await start().says({ request });
  const told = { outcome: 'done', from: '0.1.0', to: '9.0.0', by: 'manager', reason: null };
  expect(await notices()).toEqual([{ to: 'manager', payload: told }]);
  expect(await logRows()).toEqual([
    {
      ...{ level: 'INFO', userName: 'manager', code: null, target: '9.0.0' },
      details: { from: '0.1.0', to: '9.0.0', outcome: 'done' },
    },
  ]);
});

it('one that was undone is told with the reason; what the launcher said goes to the log alone', async () => {
  const request = await start().outcomes.begin(asker, '9.0.0');
  const fault = 'UPGRADE_NOT_HEALTHY' as const;
  await start().says({ phase: 'returned', fault, reason: 'It is broken.', request });
  expect(await notices()).toMatchObject([
    {
      payload: {
        outcome: 'returned',
        reason: { en: expect.stringContaining('did not start'), cn: expect.stringMatching(/./) },
      },
    },
  ]);
  expect(await logRows()).toMatchObject([
    { level: 'ERROR', code: fault, details: { outcome: 'returned', reason: 'It is broken.' } },
  ]);
});

it('two processes that learn of an end at once tell it once', async () => {
  const request = await start().outcomes.begin(asker, '9.0.0');
  await Promise.all([start().says({ request }), start().says({ request })]);
  expect(await notices()).toHaveLength(1);
  expect(await logRows()).toHaveLength(1);
});

it('one that its process refuses is told at once', async () => {
  const { outcomes } = start();
  const request = await outcomes.begin(asker, '9.0.0');
  outcomes.refuse(request, 'UPGRADE_FEED_AWAY');
  await waitFor('the notice', async () => (await notices()).length === 1);
  expect(await logRows()).toMatchObject([{ level: 'WARN', code: 'UPGRADE_FEED_AWAY' }]);
});

it.each([
  ['that knows of none', null],
  ['that tells of an earlier one', { request: 'an earlier one' }],
])(
  'one whose process died before the launcher had it is told by the next, of a launcher %s',
  async (_, says) => {
    const own = start();
    await own.outcomes.begin(asker, '9.0.0');
    // The launcher has not been asked for it yet.
    await own.says(says);
    expect(await notices()).toEqual([]);
    await start().says(says);
    expect(await notices()).toMatchObject([{ payload: { outcome: 'refused' } }]);
    expect(await logRows()).toMatchObject([{ code: 'UPGRADE_INTERRUPTED' }]);
  },
);

it('a launcher of an earlier version names no request: nothing is made up', async () => {
  await start().outcomes.begin(asker, '9.0.0');
  await start().says({ request: null });
  expect(await notices()).toEqual([]);
});

it('nothing is told by halves: a log that cannot be written keeps the notice back', async () => {
  const request = await start().outcomes.begin(asker, '9.0.0');
  await platform.query(
    `ALTER TABLE audit_log ADD CONSTRAINT none_of_it CHECK (method_name <> 'upgrade.ended')`,
  );
  await start().says({ request });
  await platform.query('ALTER TABLE audit_log DROP CONSTRAINT none_of_it');
  expect(await notices()).toEqual([]);
  await start().says({ request });
  expect(await notices()).toHaveLength(1);
  expect(await logRows()).toHaveLength(1);
});

it('a database that is away for a moment does not lose it', async () => {
  const request = await start().outcomes.begin(asker, '9.0.0');
  const transaction = jest.spyOn(platform.get(DataSource), 'transaction');
  transaction.mockRejectedValueOnce(new Error('away'));
  start().hears({ request });
  await waitFor('the notice', async () => (await notices()).length === 1);
  transaction.mockRestore();
});
