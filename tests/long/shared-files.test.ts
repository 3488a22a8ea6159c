import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { SharedFilesGuest } from '../support/shared-files/shared-files-guest.js';
import { createTestDatabase, type TestDatabase } from '../support/server/test-database.js';
import { workspace } from '../support/platform/platform.js';
import { waitFor } from '../support/wait-for.js';

jest.setTimeout(240_000);
let guest: SharedFilesGuest;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  guest = await SharedFilesGuest.start(process.env['TEST_DATABASE_URL'] ?? '');
});
afterAll(async () => {
  await guest?.stop();
  await database?.drop();
});
test('try', async () => {
  await guest.join('a');
  await guest.join('b');
  console.log(await guest.run('a', 'grep nfs /proc/mounts; ls -la /srv/files/home; id ann; touch /srv/files/rootfile; id -G desk'));
  const env = (port: number) => `env -i PATH=$PATH HOST=0.0.0.0 PORT=${port} DATA_DIR=/run/data-${port} FILES_DIR=/srv/files DATABASE_URL='${guest.databaseUrl(database.url)}' ADMIN_PASSWORD=Admin-password-1 TMPDIR=/run`;
  await guest.run(null, 'mkdir -p /run/data-8081 /run/data-8082 /run/log; chown 2000 /run/data-* /run/log');
  console.log(await guest.run('a', `(${env(8081)} ${process.execPath} ${workspace}/apps/server/dist/main.js >/run/log/a 2>&1 &) ; true`, 2000));
  const t = Date.now();
  await waitFor('a', async () => (await fetch(guest.url(8081) + '/api/health/ready').catch(() => null))?.status === 200, 120_000, 300).catch(async (e) => { throw new Error(String(e) + await guest.run(null, 'tail -30 /run/log/a')); });
  console.log('ready after', Date.now() - t, await guest.run(null, 'tail -5 /run/log/a'));
  expect(1).toBe(1);
});
describe;
