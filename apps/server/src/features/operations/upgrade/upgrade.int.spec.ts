import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endpoints, type Envelope, type UpgradeState } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { waitFor } from '@clusterdesk/tests/wait-for.js';
import { LauncherChannel } from './launcher-channel.service.js';
import { UpgradeNews } from './upgrade-news.service.js';

const { state, check, updateNow, updateOfManual } = endpoints.upgrades;
const publisher = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const programs = Buffer.from('not programs, but the server does not look into them');

let platform: SpecPlatform;
let manager: SpecUser;
let other: SpecUser;
let feedServer: Server;
let feed: Record<string, Buffer | string>;

/** A description as it is signed, and a bundle of it. */
function publish(changes: Record<string, unknown> = {}, { privateKey } = publisher) {
  const release = JSON.stringify({
    ...{
      product: 'clusterdesk',
      version: '99.0.0',
      platform: `${process.platform}-${process.arch}`,
    },
    ...{ minNode: '20.0.0', minFrom: '0.0.1', unpackedBytes: 100, bytes: programs.length },
    sha256: createHash('sha256').update(programs).digest('hex'),
    notes: { cn: '更快', en: 'Faster' },
    ...changes,
  });
  const signature = sign(null, Buffer.from(release), privateKey).toString('base64');
  const bundle = Buffer.concat([
    Buffer.from(`${JSON.stringify({ release, signature })}\n`),
    programs,
  ]);
  return { bundle, latest: JSON.stringify({ release, signature, bundle: 'the.bundle' }) };
}

beforeAll(async () => {
  feed = {};
  feedServer = createServer((request, response) => {
    const found = feed[request.url ?? ''];
    response.writeHead(found === undefined ? 404 : 200).end(found);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => feedServer.once('listening', done));
  const { port } = feedServer.address() as AddressInfo;
  platform = await SpecPlatform.open({
    withWorker: false,
    environment: {
      UPDATE_PUBLIC_KEY: publisher.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
      UPDATE_FEED_URL: `http://127.0.0.1:${port}/latest.json`,
    },
  });
  manager = await platform.addUser('manager', ['/systemeManagement']);
  other = await platform.addUser('other', ['/myDoc', '/userManagement']);
});
afterAll(async () => {
  await platform.stop();
  feedServer.close();
});
afterEach(() => void jest.restoreAllMocks());

/** As under `npm start`; @returns what the launcher is told. */
function withLauncher(): { begin: jest.SpiedFunction<LauncherChannel['begin']> } {
  const channel = platform.get(LauncherChannel);
  jest.spyOn(channel, 'isThere', 'get').mockReturnValue(true);
  return { begin: jest.spyOn(channel, 'begin').mockImplementation(() => undefined) };
}

/** What the launcher says. */
const launcherSays = (phase: 'refused' | 'done', request: string | null = null): void =>
  platform.get(LauncherChannel).hear({
    kind: 'upgrade.state',
    upgrade: {
      ...{ phase, from: '0.1.0', to: '99.0.0', doneBytes: 0, totalBytes: 0, reason: '' },
      ...{
        fault: phase === 'refused' ? 'UPGRADE_ENTRY_FORBIDDEN' : null,
        time: Date.now(),
        request,
      },
    },
  });

async function send(
  bundle: Buffer,
  user = manager,
  field = 'file',
): Promise<Envelope<UpgradeState & { error?: string }>> {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bundle)]), 'release.bundle');
  const answer = await fetch(`${platform.baseUrl}/api${updateOfManual.path}`, {
    method: 'POST',
    headers: { Authorization: user.token },
    body: form,
  });
  return (await answer.json()) as Envelope<UpgradeState & { error?: string }>;
}

/** How upgrades ended, as the log has it. */
const toldEnds = () =>
  platform.query(
    `SELECT user_name AS "userName", log_level AS level, error_code AS code FROM audit_log WHERE method_name = 'upgrade.ended' ORDER BY id`,
  );

describe('who does not manage the system', () => {
  it.each([state, check, updateNow, updateOfManual])('may not: $path', async (endpoint) => {
    const answer = await platform.call(other, endpoint, {});
    expect(answer).toMatchObject({ success: false, code: 403 });
  });
});

describe('without a launcher', () => {
  it('nothing is upgraded, and the answer names the command', async () => {
    for (const answer of [
      await platform.call(manager, updateNow, {}),
      await send(publish().bundle),
    ]) {
      expect(answer).toMatchObject({ code: 409, result: { error: 'UPGRADE_ELSEWHERE' } });
      expect(answer.message).toMatch(/docker compose|git pull/);
    }
    const { result } = await platform.call(manager, state, {});
    expect(result).toMatchObject({ canUpgradeHere: false, command: expect.stringMatching(/\w/) });
  });
});

describe('a bundle that is sent', () => {
  it.each([
    ['of another signer', () => publish({}, stranger).bundle, 'UPGRADE_SIGNATURE_WRONG'],
    ['of this version', () => publish({ version: '0.1.0' }).bundle, 'UPGRADE_NOT_NEWER'],
    [
      'for another system',
      () => publish({ platform: 'linux-s390x' }).bundle,
      'UPGRADE_OTHER_PLATFORM',
    ],
    ['for a later Node', () => publish({ minNode: '99.0.0' }).bundle, 'UPGRADE_NODE_TOO_OLD'],
    ['that is cut off', () => publish().bundle.subarray(0, -1), 'UPGRADE_BUNDLE_ALTERED'],
    [
      'with other programs',
      () => Buffer.concat([publish().bundle, Buffer.from('x')]),
      'UPGRADE_BUNDLE_ALTERED',
    ],
    ['that is none', () => Buffer.from('PK and so on'), 'UPGRADE_BUNDLE_UNREADABLE'],
  ])('%s is refused, and the launcher hears of nothing', async (_, make, error) => {
    const { begin } = withLauncher();
    expect(await send(make())).toMatchObject({ success: false, result: { error } });
    expect(begin).not.toHaveBeenCalled();
    const { result } = await platform.call(manager, state, {});
    expect(result.run).toMatchObject({ phase: 'refused', message: expect.stringMatching(/\w/) });
  });

  it('in another field is no bundle', async () => {
    withLauncher();
    expect(await send(publish().bundle, manager, 'files')).toMatchObject({
      result: { error: 'UPGRADE_FORM_INVALID' },
    });
  });

  it('goes to the launcher as it came; a second one waits for the end, which is told', async () => {
    const { begin } = withLauncher();
    const { bundle } = publish();
    expect(await send(bundle)).toMatchObject({ success: true, result: { run: { to: '99.0.0' } } });
    await waitFor('the launcher to be told', () => begin.mock.calls.length === 1);
    expect(await readFile(begin.mock.calls[0]![0])).toEqual(bundle);
    expect((await send(bundle)).result).toMatchObject({ error: 'UPGRADE_UNDER_WAY' });
    launcherSays('refused', begin.mock.calls[0]![1]);
    const { result } = await platform.call(manager, state, {});
    expect(result.run).toMatchObject({ phase: 'refused', to: '99.0.0' });
    expect(result.run?.message).toMatch(/link/);
    const rows = await platform.dataSource.query<{ details: unknown }[]>(
      `SELECT details FROM audit_log WHERE method_name = $1 AND log_level = 'INFO'`,
      [updateOfManual.path],
    );
    expect(rows).toEqual([{ details: { version: '99.0.0' } }]);
    await waitFor('the end to be told', async () => (await toldEnds()).length === 1);
    expect(await toldEnds()).toEqual([
      { userName: 'manager', level: 'WARN', code: 'UPGRADE_ENTRY_FORBIDDEN' },
    ]);
  });
});

describe('the address of releases', () => {
  it('without a valid answer is away: nothing is found, and nothing is installed', async () => {
    withLauncher();
    feed = { '/latest.json': publish({}, stranger).latest };
    const { result } = await platform.call(manager, check, {});
    expect(result).toMatchObject({
      findingUpdate: false,
      otaOnline: false,
      latestVersion: '0.1.0',
    });
    expect(result.hint).toMatch(/UPDATE_FEED_URL/);
    expect(await platform.call(manager, updateNow, {})).toMatchObject({
      result: { error: 'UPGRADE_FEED_AWAY' },
    });
  });

  it('with a newer release: it is news, is fetched, and goes to the launcher', async () => {
    const { begin } = withLauncher();
    const { bundle, latest } = publish();
    feed = { '/latest.json': latest, '/the.bundle': bundle };
    const { result } = await platform.call(manager, check, {});
    expect(result).toMatchObject({
      ...{ findingUpdate: true, otaOnline: true, latestVersion: '99.0.0' },
      notes: { cn: '更快', en: 'Faster' },
    });
    expect(await platform.get(UpgradeNews).current()).toEqual({
      ...{ findingUpdate: true, otaOnline: true, latestVersion: '99.0.0' },
    });
    expect(await platform.call(manager, updateNow, {})).toMatchObject({ success: true });
    await waitFor('the launcher to be told', () => begin.mock.calls.length === 1);
    expect(await readFile(begin.mock.calls[0]![0])).toEqual(bundle);
    launcherSays('done', begin.mock.calls[0]![1]);
    await waitFor(
      'the end to be told',
      async () => (await toldEnds()).at(-1)?.['level'] === 'INFO',
    );
  });

  it('whose bundle cannot be fetched: that is told, too, for nobody waits for it', async () => {
    withLauncher();
    feed = { '/latest.json': publish().latest };
    const before = (await toldEnds()).length;
    expect(await platform.call(manager, updateNow, {})).toMatchObject({ success: true });
    await waitFor('the end to be told', async () => (await toldEnds()).length > before);
    expect((await toldEnds()).at(-1)).toMatchObject({ code: 'UPGRADE_FEED_AWAY' });
  });
});
