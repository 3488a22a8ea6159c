import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  ReleaseError,
  type FromLauncher,
  type LauncherUpgrade,
} from '@clusterdesk/contracts/release';
import { pack, type Header } from 'tar-stream';
import type { DataFolder } from '../host/data-folder.js';
import { LauncherError } from '../launcher-error.js';
import { DatabaseCopy } from './database-copy.js';
import { InstalledVersions, type Programs } from './installed-versions.js';
import { decideRecovery, UpgradeJournal } from './upgrade-journal.js';
import type { SavedDatabase } from './saved-database.js';
import { Upgrades, type PlatformControl } from './upgrades.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ format: 'pem', type: 'spki' }).toString();

let dataDir: string;
let folder: DataFolder;
let versions: InstalledVersions;
/** What the launcher did, in order. */
let done: string[];
let told: (LauncherUpgrade | null)[];
/** Saves the database; the embedded one's unless a test says otherwise. */
let database: SavedDatabase;
/** What the trial of the new version does. */
let trial: () => void;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clusterdesk-upgrade-'));
  const at = (name: string): string => join(dataDir, name);
  folder = {
    ...{ root: dataDir, files: at('files'), logs: at('logs'), agent: at('agent') },
    ...{ launcher: at('launcher'), versions: at('versions'), postgres: at('postgres') },
  };
  [folder.launcher, folder.versions, join(folder.postgres, 'data')].forEach((path) =>
    mkdirSync(path, { recursive: true }),
  );
  writeRows('of 0.1.0');
  versions = new InstalledVersions(dataDir);
  database = new DatabaseCopy(folder.postgres, null);
  done = [];
  told = [];
  trial = () => undefined;
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const rows = (): string => join(folder.postgres, 'data/rows');
const writeRows = (text: string): void => writeFileSync(rows(), text);
const readRows = (): string => readFileSync(rows(), 'utf8');

type TarEntry = Partial<Header> & { name: string; content?: string };

/** Programs that only know which version they are. */
const programs = (version = '0.2.0'): TarEntry[] => [
  { name: 'package.json', content: JSON.stringify({ version, type: 'module' }) },
  {
    name: 'apps/standalone/dist/main.js',
    content: `console.log('${version} ' + (process.argv[2] === '--version' ? '18' : ''))`,
  },
];

async function makeBundle(
  entries: readonly TarEntry[],
  changes: Record<string, unknown> = {},
  signer = privateKey,
): Promise<string> {
  const tar = pack();
  entries.forEach(({ content, ...header }) => tar.entry(header, content ?? ''));
  tar.finalize();
  const archive = gzipSync(await buffer(tar));
  const release = JSON.stringify({
    ...{ product: 'clusterdesk', version: '0.2.0', minNode: '20.0.0', minFrom: '0.1.0' },
    ...{ platform: `${process.platform}-${process.arch}`, notes: { cn: '', en: '' } },
    ...{ bytes: archive.length, unpackedBytes: 10_000 },
    sha256: createHash('sha256').update(archive).digest('hex'),
    ...changes,
  });
  const signature = sign(null, Buffer.from(release), signer).toString('base64');
  const file = join(dataDir, 'received.bundle');
  writeFileSync(file, `${JSON.stringify({ release, signature })}\n`);
  writeFileSync(file, archive, { flag: 'a' });
  return file;
}

function launcher(): Upgrades {
  let running: Programs = { root: '/checkout', version: '0.1.0' };
  const control: PlatformControl = {
    running: () => running,
    embeddedMajor: '18',
    database,
    stopping: new AbortController().signal,
    stopAll: async () => void done.push('stop'),
    tryOut: async ({ version }, url) => {
      done.push(`try ${version}${url ? ` on ${url}` : ''}`);
      trial();
    },
    run: async (next) => {
      running = next;
      done.push(`run ${next.version}`);
    },
    tell: ({ upgrade }: FromLauncher) => told.push(upgrade),
    say: () => undefined,
    fail: (error) => done.push(`fail ${String(error)}`),
  };
  return new Upgrades(folder, null, versions, control, key);
}

async function upgradeWith(bundle: string): Promise<LauncherUpgrade | null> {
  const upgrades = launcher();
  upgrades.hear({ kind: 'upgrade.begin', bundle, request: 'the request' });
  await upgrades.settle();
  return told.at(-1) ?? null;
}

describe('a good bundle', () => {
  it('is unpacked, the database copied, the version tried, named and run; a start takes it', async () => {
    const end = await upgradeWith(await makeBundle(programs()));
    expect(end).toMatchObject({ phase: 'done', from: '0.1.0', to: '0.2.0', fault: null });
    expect(done).toEqual(['stop', 'try 0.2.0', 'run 0.2.0']);
    expect(readFileSync(join(folder.postgres, 'data.before/rows'), 'utf8')).toBe('of 0.1.0');
    const own = { root: '/checkout', version: '0.1.0' };
    expect(versions.inPlaceOf(own)?.root).toBe(join(folder.versions, '0.2.0'));
    // A checkout that was updated since is newer itself.
    expect(versions.inPlaceOf({ ...own, version: '0.2.0' })).toBeNull();
    expect(readdirSync(folder.launcher).sort()).toEqual(['upgrade.json', 'version.json']);
    const file = join(folder.versions, '0.2.0/package.json');
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('whose version fails: the database and the version are those before', async () => {
    trial = () => {
      writeRows('spoilt');
      throw new LauncherError('CHILD_FAILED', 'It is broken.');
    };
    const end = await upgradeWith(await makeBundle(programs()));
    expect(end).toMatchObject({
      ...{ phase: 'returned', from: '0.1.0', to: '0.2.0', fault: 'UPGRADE_NOT_HEALTHY' },
      reason: 'It is broken.',
    });
    expect(done).toEqual(['stop', 'try 0.2.0', 'stop', 'run 0.1.0']);
    expect(readRows()).toBe('of 0.1.0');
    expect(readdirSync(folder.postgres)).toEqual(['data']);
    expect(readdirSync(folder.versions)).toEqual([]);
    expect(versions.active).toBeNull();
  });
});

describe('a bundle that is refused changes nothing', () => {
  const stranger = generateKeyPairSync('ed25519').privateKey;
  const link: TarEntry = { name: 'apps/link', type: 'symlink', linkname: '/etc' };
  it.each([
    ['of another signer', () => makeBundle(programs(), {}, stranger), 'UPGRADE_SIGNATURE_WRONG'],
    [
      'of an older version',
      () => makeBundle(programs(), { version: '0.0.9' }),
      'UPGRADE_NOT_NEWER',
    ],
    ['of another length', () => makeBundle(programs(), { bytes: 5 }), 'UPGRADE_BUNDLE_ALTERED'],
    [
      'of another hash',
      () => makeBundle(programs(), { sha256: '0'.repeat(64) }),
      'UPGRADE_BUNDLE_ALTERED',
    ],
    ['with a link', () => makeBundle([...programs(), link]), 'UPGRADE_ENTRY_FORBIDDEN'],
    [
      'that leads out',
      () => makeBundle([{ name: '../out', content: 'x' }]),
      'UPGRADE_ENTRY_FORBIDDEN',
    ],
    [
      'with an absolute path',
      () => makeBundle([{ name: '/tmp/out', content: 'x' }]),
      'UPGRADE_ENTRY_FORBIDDEN',
    ],
    [
      'with a device',
      () => makeBundle([{ name: 'null', type: 'character-device' }]),
      'UPGRADE_ENTRY_FORBIDDEN',
    ],
    [
      'with a file twice',
      () => makeBundle([...programs(), ...programs()]),
      'UPGRADE_ENTRY_FORBIDDEN',
    ],
    [
      'with more than it says',
      () => makeBundle(programs(), { unpackedBytes: 10 }),
      'UPGRADE_BUNDLE_TOO_LARGE',
    ],
    [
      'too large for the disk',
      () => makeBundle(programs(), { unpackedBytes: 8 * 1024 ** 3 - 1, bytes: 2 * 1024 ** 3 }),
      /UPGRADE_(NO_ROOM|BUNDLE_ALTERED)/,
    ],
    [
      'whose programs are another version',
      () => makeBundle(programs('0.3.0')),
      'UPGRADE_PROGRAM_BROKEN',
    ],
    ['whose launcher does not load', () => makeBundle([programs()[0]!]), 'UPGRADE_PROGRAM_BROKEN'],
  ])('%s', async (_, make, fault) => {
    const end = await upgradeWith(await make());
    expect(end?.phase).toBe('refused');
    expect(end?.fault).toMatch(fault);
    expect(done).toEqual([]);
    expect(readdirSync(folder.versions)).toEqual([]);
    expect(readdirSync(folder.launcher)).toEqual(['upgrade.json']);
    expect(existsSync(join(dataDir, 'out'))).toBe(false);
  });

  it('with another PostgreSQL', async () => {
    const [main, launch] = programs();
    const other = { ...launch!, content: launch!.content!.replace("'18'", "'19'") };
    const end = await upgradeWith(await makeBundle([main!, other]));
    expect(end).toMatchObject({ phase: 'refused', fault: 'UPGRADE_DATABASE_PROGRAM' });
  });

  it('a link in its place is not followed', async () => {
    const bundle = await makeBundle(programs());
    symlinkSync(bundle, join(dataDir, 'link'));
    const end = await upgradeWith(join(dataDir, 'link'));
    expect(end).toMatchObject({ phase: 'refused', fault: 'UPGRADE_BUNDLE_UNREADABLE' });
  });
});

const interrupted: LauncherUpgrade = {
  ...{ phase: 'switching', from: '0.1.0', to: '0.2.0', doneBytes: 0, totalBytes: 0 },
  ...{ fault: null, reason: '', time: 1, request: 'the request' },
};

describe('a start after kill -9', () => {
  const upgrade = interrupted;
  const journal = (): UpgradeJournal => new UpgradeJournal(folder.launcher);
  const copy = (): DatabaseCopy => new DatabaseCopy(folder.postgres, null);

  it.each([
    ['staged', null, 'discard copy'],
    ['saved', null, 'put copy back'],
    ['saved', '0.1.5', 'put copy back'],
    ['saved', '0.2.0', 'finish'],
    [null, '0.2.0', 'nothing'],
  ] as const)('at the step %s with %s in use: %s', (step, active, recovery) => {
    expect(decideRecovery({ upgrade, step }, active)).toBe(recovery);
    expect(decideRecovery(null, active)).toBe('nothing');
  });

  it('while the database was copied: it is as it was, and the half copy goes', async () => {
    journal().write({ upgrade, step: 'staged' });
    mkdirSync(join(folder.postgres, 'data.before.partial'));
    await launcher().recover();
    expect(readdirSync(folder.postgres)).toEqual(['data']);
    expect(readRows()).toBe('of 0.1.0');
    expect(journal().read()).toMatchObject({
      ...{ step: null, upgrade: { phase: 'returned', fault: 'UPGRADE_INTERRUPTED' } },
    });
  });

  it.each(['before', 'between', 'after'])(
    'during the trial, and again %s the two renames: the copy is in its place',
    async (moment) => {
      await copy().take(new AbortController().signal);
      writeRows('spoilt');
      journal().write({ upgrade, step: 'saved' });
      if (moment === 'between') {
        renameSync(join(folder.postgres, 'data'), join(folder.postgres, 'data.failed'));
      } else if (moment === 'after') {
        await copy().putBack();
      }
      await launcher().recover();
      expect(readRows()).toBe('of 0.1.0');
      expect(journal().read()?.step).toBeNull();
    },
  );

  it('while the bundle was unpacked: what was unpacked goes', async () => {
    mkdirSync(versions.partOf('0.2.0'));
    await launcher().recover();
    expect(readdirSync(folder.versions)).toEqual([]);
  });

  it('after the new version was named: it stays', async () => {
    await copy().take(new AbortController().signal);
    writeRows('of 0.2.0');
    journal().write({ upgrade, step: 'saved' });
    versions.activate('0.2.0');
    await launcher().recover();
    expect(readRows()).toBe('of 0.2.0');
    expect(journal().read()).toMatchObject({ step: null, upgrade: { phase: 'done' } });
  });
});

describe('a database of the operator', () => {
  /** Notes what is asked of it. */
  const operators = (refusal: Error | null = null): SavedDatabase => ({
    trialUrl: 'the copy',
    check: async () => {
      if (refusal) {
        throw refusal;
      }
    },
    take: async () => void done.push('copy'),
    putBack: async () => void done.push('put back'),
    discard: async () => void done.push('discard'),
    keep: async () => void done.push('keep'),
    discardFailed: () => undefined,
  });

  it('that cannot be copied: nothing is stopped', async () => {
    database = operators(new ReleaseError('UPGRADE_DATABASE_ROLE'));
    const end = await upgradeWith(await makeBundle(programs()));
    expect(end).toMatchObject({ phase: 'refused', fault: 'UPGRADE_DATABASE_ROLE' });
    expect(done).toEqual([]);
    expect(readdirSync(folder.versions)).toEqual([]);
  });

  it('is copied once all is stopped, and the version tried on the copy', async () => {
    database = operators();
    await upgradeWith(await makeBundle(programs()));
    expect(done).toEqual(['stop', 'copy', 'try 0.2.0 on the copy', 'keep', 'run 0.2.0']);
  });

  it('is as before when the version fails', async () => {
    database = operators();
    trial = () => {
      throw new LauncherError('CHILD_FAILED', 'It is broken.');
    };
    const end = await upgradeWith(await makeBundle(programs()));
    expect(end).toMatchObject({ phase: 'returned', request: 'the request' });
    expect(done).toEqual([
      ...['stop', 'copy', 'try 0.2.0 on the copy', 'stop', 'put back', 'run 0.1.0'],
    ]);
  });

  it('loses its copy when a launcher was killed right after the version was named', async () => {
    database = operators();
    new UpgradeJournal(folder.launcher).write({ upgrade: interrupted, step: 'saved' });
    versions.activate('0.2.0');
    await launcher().recover();
    expect(done).toEqual(['keep']);
  });
});

it('nothing is installed below a folder that others can write', async () => {
  chmodSync(dataDir, 0o777);
  const end = await upgradeWith(await makeBundle(programs()));
  expect(end).toMatchObject({ phase: 'refused', fault: 'UPGRADE_FOLDER_FOREIGN' });
  expect(done).toEqual([]);
});

it('nothing is taken from a folder that others could have filled', async () => {
  await upgradeWith(await makeBundle(programs()));
  const own = { root: '/checkout', version: '0.1.0' };
  expect(versions.inPlaceOf(own)).not.toBeNull();
  chmodSync(folder.versions, 0o777);
  expect(versions.inPlaceOf(own)).toBeNull();
});
