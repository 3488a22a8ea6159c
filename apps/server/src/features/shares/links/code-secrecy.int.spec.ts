import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { SpecSharing } from '@clusterdesk/tests/features/sharing-fixture.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { PinoLogger } from '../../../platform/logging/pino-logger.js';

const { shares } = endpoints;
const code = 'Secret77Code';
const wrongCode = 'Wrong88Code';
let log = '';
let platform: SpecPlatform;
let spec: SpecSharing;
let ann: SpecUser;
let bob: SpecUser;

beforeAll(async () => {
  platform = await SpecPlatform.open({
    withWorker: false,
    logger: new PinoLogger('trace', 'spec', { write: (line) => (log += line) }),
  });
  spec = new SpecSharing(platform);
  ann = await spec.addUser('ann');
  bob = await spec.addUser('bob');
  await spec.write(ann, '/a.txt');
});
afterAll(() => platform.close());

const fetchAs = (user: SpecUser | null, path: string, method = 'POST') =>
  fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: user ? { Authorization: user.token } : {},
  });

it('neither the logs nor the log of changes hold the code of a link, right or wrong, however it comes', async () => {
  const { id } = await spec.link(ann, ['/a.txt'], { verification: code });
  const none = await platform.addUser('none', []);
  for (const given of [code, wrongCode]) {
    await platform.call(bob, shares.redeem, { id, password: given });
    await platform.call(bob, shares.redeemDownload, { id, verification: given });
    for (const user of [null, none, bob]) {
      await fetchAs(user, `/api/share/link/${id}?password=${given}`);
      await fetchAs(user, `/api/share/download/${id}/${given}`);
      await fetchAs(user, `/API/share/DOWNLOAD/${id}/${given}/`);
      await fetchAs(user, `/api/share/download/${id}/${given}`, 'GET');
      await fetchAs(user, `/api/share/download/${id}/${given}/more`);
      await fetchAs(user, `/receiveShare?id=${id}&verification=${given}`, 'GET');
    }
  }
  await platform.query('ALTER TABLE share_receiver RENAME TO share_receiver_away');
  await platform.query('ALTER TABLE share_path RENAME TO share_path_away');
  await platform.call(bob, shares.redeem, { id, password: code });
  await platform.call(ann, shares.add, {
    patahs: ['/a.txt'],
    shareType: 2,
    expirationTime: Date.now() + 1_000_000,
    verification: code,
  });
  await platform.query('ALTER TABLE share_receiver_away RENAME TO share_receiver');
  await platform.query('ALTER TABLE share_path_away RENAME TO share_path');
  await platform.call(ann, shares.remove, { id });

  // Rows of refusals are written a moment later.
  const rows = await waitFor('the rows', async () => {
    const found = await platform.query('SELECT row_to_json(audit_log)::text AS row FROM audit_log');
    const text = found.map(({ row }) => String(row)).join('\n');
    return text.includes('SHARE_LINK_WRONG') && text.includes('ACCESS_NOT_ALLOWED') && text;
  });
  for (const text of [rows, log]) {
    expect(text.toLowerCase()).not.toContain(code.toLowerCase());
    expect(text.toLowerCase()).not.toContain(wrongCode.toLowerCase());
  }
  // The lines are there that would hold them.
  expect(rows).toContain('/share/download/:id/:verification');
  expect(log).toContain('"path":"/api/share/download/:id/:verification"');
  expect(log).toContain('"path":"/api/share/link/:id"');
  expect(log).toContain('QueryFailedError');
});
