import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';

let platform: SpecPlatform;
let user: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  user = await platform.addUser('upgraded');
});
afterAll(() => platform.stop());

/** A second server on the same tables, as it is started beside others. */
const startBeside = (): Promise<SpecPlatform> =>
  SpecPlatform.open({
    withWorker: false,
    environment: {
      DATABASE_URL: platform.config.databaseUrl,
      DATA_DIR: platform.config.dataDir,
      MIGRATE: 'never',
    },
  });

describe('while two versions run on one database', () => {
  it('the older one starts on tables that were expanded, and serves', async () => {
    await platform.query(
      `INSERT INTO migrations (timestamp, name) VALUES (999912310000, 'LaterThing999912310000')`,
    );
    await platform.query(
      `ALTER TABLE user_account ADD COLUMN later_thing text NOT NULL DEFAULT ''`,
    );
    const older = await startBeside();
    try {
      const { code } = await older.call(user, endpoints.disk.mkdirs, { paths: ['/by-older'] });
      expect(code).toBe(200);
      expect(await older.call(user, endpoints.account.detail, {})).toMatchObject({ code: 200 });
      // One that ran before goes on likewise.
      expect(await platform.call(user, endpoints.account.detail, {})).toMatchObject({ code: 200 });
    } finally {
      await older.stop();
    }
  });

  it('the newer one ends with a sentence that says what to run, and changes nothing', async () => {
    const [last] = await platform.query(
      `DELETE FROM migrations WHERE id = (SELECT id FROM migrations WHERE name NOT LIKE 'LaterThing%' ORDER BY timestamp DESC LIMIT 1) RETURNING timestamp, name`,
    );
    await expect(startBeside()).rejects.toThrow(
      'The tables of the database are older than this version. Run it once with MIGRATE=only, or start it with MIGRATE=auto.',
    );
    expect(
      await platform.query('SELECT 1 FROM migrations WHERE name = $1', [last?.['name']]),
    ).toEqual([]);
    expect(await platform.call(user, endpoints.account.detail, {})).toMatchObject({ code: 200 });
  });
});
