import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints, type Envelope, type LicenceInfo } from '@clusterdesk/contracts';
import { ApiClient } from '@clusterdesk/tests/platform/api-client.js';
import {
  adminPassword,
  startTestServer,
  type TestServer,
} from '@clusterdesk/tests/server/test-server.js';
import { HealthReports } from '../health/health-report.service.js';
import { LicenceEnding } from './licence-ending.service.js';
import { canonicalJson, keyIdOf } from './licence-document.js';

const { info, upload, exportMachine } = endpoints.licence;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const dayMs = 24 * 3_600_000;
const root = new URL('../../../../../../', import.meta.url).pathname;

let server: TestServer;
let admin: ApiClient;
let machine: string;

async function signedIn({ baseUrl }: TestServer): Promise<ApiClient> {
  const client = new ApiClient(baseUrl);
  await client.signIn('admin', adminPassword);
  return client;
}

beforeAll(async () => {
  server = await startTestServer(
    { LICENCE_PUBLIC_KEY: String(publicKey.export({ type: 'spki', format: 'pem' })) },
    undefined,
    { health: { keptMs: -1 } },
  );
  admin = await signedIn(server);
  ({ machine } = (await (await admin.send(exportMachine, {})).json()) as { machine: string });
});
afterAll(() => server.stop());
beforeEach(() => server.query('DELETE FROM licence'));

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

function licenceWith(change: object = {}): string {
  const document = {
    format: 'clusterdesk-licence',
    version: 1,
    id: randomUUID(),
    licensee: 'The lab',
    machine,
    issued: inDays(-1),
    expires: inDays(100.5),
    limits: { users: 1, nodes: null },
    key: keyIdOf(publicKey),
    ...change,
  };
  const signature = sign(null, Buffer.from(canonicalJson(document)), privateKey);
  return JSON.stringify({ ...document, signature: signature.toString('base64') });
}

async function send(text: string, client = admin): Promise<Envelope<LicenceInfo>> {
  const form = new FormData();
  form.set('file', new Blob([text]), 'licence.json');
  const answer = await fetch(`${client.url}/api${upload.path}`, {
    method: 'POST',
    headers: { Authorization: client.token ?? '', 'Accept-Language': 'en' },
    body: form,
  });
  return (await answer.json()) as Envelope<LicenceInfo>;
}

const shown = async (client = admin): Promise<LicenceInfo> =>
  (await client.expectOk(info, {})).result;

const stored = async (): Promise<unknown> =>
  (await server.query('SELECT document FROM licence'))[0]?.['document'];

describe('the licence', () => {
  it('is none at first, and the platform says so', async () => {
    expect(await shown()).toMatchObject({
      effective: false,
      state: 'none',
      reason: expect.stringMatching(/works as usual|照常可用/),
      canActivate: true,
      findingUpdate: false,
      otaOnline: false,
      machine: machine.slice(0, 12),
    });
  });

  it('is activated and renewed, with a row in the log for each', async () => {
    await server.query('TRUNCATE audit_log');
    const first = await send(licenceWith());
    expect(first).toMatchObject({
      success: true,
      message: expect.stringContaining('The lab'),
      result: { effective: true, state: 'active', daysLeft: 100, users: { used: 1, most: 1 } },
    });
    const renewed = await send(licenceWith({ issued: inDays(0), expires: inDays(400.5) }));
    expect(renewed.result).toMatchObject({ daysLeft: 400, nodes: { most: null } });
    const rows = await server.query('SELECT target_type, target_name FROM audit_log');
    expect(rows).toEqual(Array(2).fill({ target_type: 'licence', target_name: 'The lab' }));
  });

  it('is made from a file that the console saves as one', async () => {
    const { headers } = await admin.send(exportMachine, {});
    expect(headers.get('content-type')).not.toMatch(/^application\/json/);
    expect(headers.get('content-disposition')).toContain('clusterdesk-machine.json');
  });

  it('is for the installation, not for the process that runs it', async () => {
    await server.restart();
    admin = await signedIn(server);
    const again = (await (await admin.send(exportMachine, {})).json()) as { machine: string };
    expect(again.machine).toBe(machine);
  });

  it.each<[string, () => string]>([
    ['OTHER_MACHINE', () => licenceWith({ machine: 'b'.repeat(64) })],
    ['OTHER_KEY', () => licenceWith({ key: '0'.repeat(16) })],
    ['ALTERED', () => licenceWith().replace('The lab', 'The hub')],
    ['EXPIRED', () => licenceWith({ expires: inDays(-0.1) })],
    ['NOT_YET_VALID', () => licenceWith({ issued: inDays(1) })],
    ['FORMAT', () => licenceWith({ version: 2 })],
    ['NOT_JSON', () => 'PK'],
    ['TOO_LARGE', () => licenceWith().padEnd(20_000)],
    ['MISSING', () => ''],
    ['OLDER', () => licenceWith({ issued: inDays(-2) })],
  ])('stays when another is refused: %s', async (code, refused) => {
    await send(licenceWith());
    const before = await stored();
    const answer = await send(refused());
    expect(answer).toMatchObject({
      success: false,
      result: { error: `OPERATIONS_LICENCE_${code}` },
    });
    expect(answer.message).not.toBe('');
    expect(await stored()).toBe(before);
    expect(await shown()).toMatchObject({ effective: true, licensee: 'The lab' });
  });

  it('is shown to everybody, but its figures, its file and its upload are for who manages the system', async () => {
    await send(licenceWith());
    const anna = new ApiClient(server.baseUrl);
    anna.token = (await server.addUser(`anna-${randomUUID()}`)).token;
    expect(await shown(anna)).toMatchObject({
      effective: true,
      mayManage: false,
      machine: null,
      users: null,
      nodes: null,
    });
    expect((await anna.send(exportMachine, {})).status).toBe(403);
    const before = await stored();
    expect((await send(licenceWith({ issued: inDays(0) }), anna)).code).toBe(403);
    expect(await stored()).toBe(before);
    expect((await new ApiClient(server.baseUrl).call(info, {})).code).toBe(401);
  });

  it('that has ended says so and turns nothing off', async () => {
    await server.query('INSERT INTO licence (document) VALUES ($1)', [
      licenceWith({ expires: inDays(-1) }),
    ]);
    expect(await shown()).toMatchObject({ effective: false, state: 'expired', daysLeft: null });
    expect((await admin.call(endpoints.users.list, {})).success).toBe(true);
  });

  it('of a key that the configuration has no more is not taken for one', async () => {
    await server.query('INSERT INTO licence (document) VALUES ($1)', [
      licenceWith({ key: '0'.repeat(16) }),
    ]);
    expect(await shown()).toMatchObject({ effective: false, state: 'invalid', licensee: null });
  });
});

describe('administrators', () => {
  const told = async (): Promise<unknown[]> => {
    await server.app.get(LicenceEnding).tell();
    const rows = await server.query(
      `SELECT payload->'daysLeft' AS days FROM notification WHERE kind = 'operations.licence-ending' ORDER BY id`,
    );
    return rows.map(({ days }) => days);
  };
  const endsIn = (days: number): Promise<unknown> =>
    server.query('UPDATE licence SET document = $1', [licenceWith({ expires: inDays(days) })]);

  it('are told 30 and 7 days before the end and at it, of each once, and anew of a renewal', async () => {
    await send(licenceWith());
    expect(await told()).toEqual([]);
    for (const [days, all] of [
      [29.5, [29]],
      [8, [29]],
      [6.5, [29, 6]],
      [1, [29, 6]],
      [-0.1, [29, 6, null]],
      [-9, [29, 6, null]],
    ] as const) {
      await endsIn(days);
      expect(await told()).toEqual(all);
      expect(await told()).toEqual(all);
    }
    await send(licenceWith({ issued: inDays(0), expires: inDays(20.5) }));
    expect(await told()).toEqual([29, 6, null, 20]);
  });
});

describe('the health page', () => {
  const look = async () => {
    const { result } = await admin.expectOk(endpoints.health.report, {});
    return result.checks.find(({ name }) => name === 'licence');
  };
  const store = (document: string) =>
    server.query('INSERT INTO licence (document) VALUES ($1)', [document]);

  it.each([
    ['ok', null, 31.5, 31],
    ['warning', 'licenceEnds', 29.5, 29],
    ['warning', 'licenceEnds', 0.5, 0],
    ['warning', 'licenceOver', -0.5, undefined],
  ] as const)('says %s, %s, %d days before the end', async (state, reason, days, daysLeft) => {
    await store(licenceWith({ expires: inDays(days) }));
    const found = await look();
    expect(found).toMatchObject({ state, reason, facts: { endTime: expect.any(Number) } });
    expect(found?.facts.daysLeft).toBe(daysLeft);
  });

  it('takes none for no fault, and one that cannot be verified for one', async () => {
    expect(await look()).toMatchObject({ state: 'ok', reason: 'licenceNone', facts: {} });
    await store(licenceWith({ key: '0'.repeat(16) }));
    expect(await look()).toMatchObject({ state: 'warning', reason: 'licenceInvalid', facts: {} });
  });

  it('leaves it to the notifications of the licence to tell of its end', async () => {
    await store(licenceWith({ expires: inDays(-1) }));
    const reports = server.app.get(HealthReports);
    await reports.watch();
    await reports.watch();
    const told = await server.query(
      `SELECT payload::text AS text FROM notification WHERE kind = 'operations.health-changed'`,
    );
    expect(told.length).toBeGreaterThan(0);
    expect(JSON.stringify(told)).not.toContain('licence');
  });
});

describe('npm run licence', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clusterdesk-licence-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const run = async (...words: string[]): Promise<string> => {
    const program = join(root, 'scripts/licence.mjs');
    const environment = { PATH: process.env['PATH'] };
    const options = { cwd: folder, env: environment };
    return (await promisify(execFile)(process.execPath, [program, ...words], options)).stdout;
  };

  it('makes keys and licences that a server takes, and overwrites none', async () => {
    const [, key = ''] = (await run('keygen')).trim().split(/=(.*)/s);
    expect((await stat(join(folder, 'licence-key.pem'))).mode & 0o777).toBe(0o600);
    await expect(run('keygen')).rejects.toThrow('is there already');

    const issuer = await startTestServer({ LICENCE_PUBLIC_KEY: key });
    try {
      const client = await signedIn(issuer);
      const exported = await (await client.send(exportMachine, {})).text();
      await writeFile(join(folder, 'machine.json'), exported);
      const issue = ['issue', '--key=licence-key.pem', '--machine=machine.json'];
      await run(...issue, '--licensee=示例 "实验室"', '--expires=2090-12-31', '--users=50');
      const text = await readFile(join(folder, 'licence.json'), 'utf8');
      expect(await send(text, client)).toMatchObject({
        success: true,
        result: { licensee: '示例 "实验室"', users: { most: 50 }, nodes: { most: null } },
      });
    } finally {
      await issuer.stop();
    }
    expect(await run('inspect', 'licence.json', '--public-key', key)).toContain('signature fits');
    const text = await readFile(join(folder, 'licence.json'), 'utf8');
    await writeFile(join(folder, 'altered.json'), text.replace('2090', '2099'));
    await expect(run('inspect', 'altered.json', '--public-key', key)).rejects.toThrow('altered');
  });
});

describe('a platform without a key', () => {
  it('activates nothing and says so', async () => {
    const keyless = await startTestServer();
    try {
      const client = await signedIn(keyless);
      expect(await shown(client)).toMatchObject({ canActivate: false, state: 'none' });
      expect(await send(licenceWith(), client)).toMatchObject({
        result: { error: 'OPERATIONS_LICENCE_WITHOUT_KEY' },
      });
    } finally {
      await keyless.stop();
    }
  });
});
