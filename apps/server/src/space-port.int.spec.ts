import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rooms, type PackageState, type SpaceRef } from '@clusterdesk/contracts';
import { SpecPlatform, type SpecUser } from '@clusterdesk/tests/server/spec-platform.js';
import { FileSpace } from './platform/file-space/file-space.js';
import type { Principal } from './platform/http/access/principal.js';
import { Realtime } from './platform/realtime/realtime.service.js';
import { CopyRunner } from './features/copies/running/copy-runner.service.js';
import { CopyService } from './features/copies/copy.service.js';
import type { Manifest } from './features/downloads/download-options.js';
import { DownloadService } from './features/downloads/download.service.js';
import { PackageBuilder } from './features/downloads/packages/package-builder.service.js';
import { PackageService } from './features/downloads/packages/package.service.js';
import { pinHandle, type PinnedFile } from './features/downloads/sending/pinned-content.js';
import { OperationLog } from './features/spaces/operations/operation-log.service.js';
import type {
  ChangeContext,
  EntryChange,
  SpaceObserver,
} from './features/spaces/operations/space-observer.js';
import { SpaceOperations } from './features/spaces/operations/space-operations.service.js';
import { SpaceAccess } from './features/spaces/space-access.service.js';
import { NotAllowedInSpaceError } from './features/spaces/space.errors.js';
import { keyOf } from './features/spaces/space-key.js';
import { SpaceEventPublisher } from './features/spaces/space-event-publisher.service.js';
import {
  allowed,
  refusalOf,
  SpaceProvider,
  SpaceRegistry,
  type Space,
  type SpaceUser,
} from './features/spaces/space.js';
import { isWithin } from './platform/file-space/space-path.js';
import { formatIdentity } from './platform/file-space/file-identity.js';

const elsewhere: SpaceRef = { space: 'share', spaceId: 'p1' };
const noSignal = new AbortController().signal;

/** A space whose entries below a closed path cannot be downloaded, nor seen below a hidden one. */
class SpecProject extends SpaceProvider {
  closed = new Set<string>();
  hidden = new Set<string>();
  asked = 0;

  constructor(private readonly folder: string) {
    super();
  }

  async open(user: SpaceUser, ref: SpaceRef): Promise<Space> {
    const key = keyOf(user, ref);
    return {
      key,
      files: await this.filesOf(),
      quota: null,
      hasEntryRights: true,
      can: async (action, paths) => {
        this.asked += 1;
        const barred = action === 'download' ? [...this.closed, ...this.hidden] : [...this.hidden];
        return paths.map((path) =>
          barred.some((above) => isWithin(path, above))
            ? { isAllowed: false, reason: new NotAllowedInSpaceError(action) }
            : allowed,
        );
      },
      findRefusal: async (action, { sql, id }) => {
        const stored = await platform.query(sql, [id]);
        return refusalOf(
          await this.open(user, ref),
          action,
          stored.map(({ path }) => String(path)),
        );
      },
      locate: (path) => ({ key, path }),
    };
  }

  async filesOf(): Promise<FileSpace> {
    return FileSpace.open({
      root: join(this.folder, 'elsewhere'),
      trash: join(this.folder, '.trash/elsewhere'),
    });
  }
}

/** Keeps what an index by path would: the paths that it knows, and where they went. */
class SpecObserver implements SpaceObserver {
  readonly told: EntryChange[] = [];
  failures = 0;

  entriesAdded = this.note.bind(this);
  entriesMoved = this.note.bind(this);
  entriesReplaced = this.note.bind(this);
  entriesRemoved = this.note.bind(this);
  entriesRestored = this.note.bind(this);
  entriesPurged = this.note.bind(this);

  async note({ manager }: ChangeContext, entries: readonly EntryChange[]): Promise<void> {
    await manager.query('SELECT 1');
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('The power went.');
    }
    this.told.push(...entries);
  }
}

let platform: SpecPlatform;
let ann: SpecUser;
let caller: Principal;
let spec: SpecProject;
let root: string;
const observer = new SpecObserver();

beforeAll(async () => {
  platform = await SpecPlatform.open({ withWorker: false });
  ann = await platform.addUser('ann');
  const [session] = await platform.query('SELECT id FROM user_session WHERE user_id = $1', [
    ann.id,
  ]);
  caller = {
    userId: ann.id,
    userName: 'ann',
    sessionId: String(session?.['id']),
    language: 'en',
    isSystemAdministrator: false,
    homeKey: 'ann',
    permissions: new Set(['disk.use']),
    canDownload: true,
    mustChangePassword: false,
  };
  spec = new SpecProject(platform.config.filesDir);
  platform.get(SpaceRegistry).register('share', spec);
  platform.get(OperationLog).observe('share', observer);
  root = join(platform.config.filesDir, 'elsewhere');
});

afterAll(() => platform.close());

beforeEach(async () => {
  observer.told.length = 0;
  observer.failures = 0;
  spec.closed.clear();
  spec.hidden.clear();
  await platform.query('DELETE FROM space_operation');
  await rm(root, { recursive: true, force: true });
  await mkdir(join(root, 'd/sub'), { recursive: true });
  await writeFile(join(root, 'd/one'), 'one');
  await writeFile(join(root, 'd/sub/two'), 'two');
  await mkdir(ann.home, { recursive: true });
});

const open = (): Promise<Space> => platform.get(SpaceAccess).open(caller, elsewhere);
const downloads = (): DownloadService => platform.get(DownloadService);

/** Files as a manifest, though no table holds them. */
function stored(files: PinnedFile[]): Manifest {
  const rows = files.map(({ path, sizeBytes, modifiedMs, identity }, position) => ({
    ...{ position, path, identity },
    ...{ size_bytes: sizeBytes, modified_ms: Math.trunc(modifiedMs) },
  }));
  const sql = `SELECT * FROM jsonb_to_recordset($1::jsonb) AS file
    ("position" integer, path text, size_bytes bigint, modified_ms bigint, identity text)`;
  const id = JSON.stringify(rows);
  return { sql, id, files: files.length, bytes: 1, fingerprint: id };
}

async function packed(paths: string[], manifest?: PinnedFile[]): Promise<PackageState> {
  const options = { isAsync: true, ...(manifest ? { manifest: stored(manifest) } : {}) };
  const asked = (await downloads().request(caller, elsewhere, paths, options)) as PackageState;
  await platform.get(PackageBuilder).work({}, noSignal);
  return platform.get(PackageService).getState(caller, asked.packageId);
}

async function namesIn(token: string | null): Promise<string[]> {
  const { handle } = await downloads().open(token ?? '');
  const file = join(platform.config.dataDir, 'fetched.zip');
  await writeFile(file, await handle.readFile());
  await handle.close();
  return execFileSync('unzip', ['-Z1', file]).toString().trim().split('\n').sort();
}

describe('rights of entries', () => {
  it('leave out of a package what may not be downloaded, and say so in it', async () => {
    spec.closed.add('/d/sub');
    const { state, token, message } = await packed(['/d']);
    expect(state).toBe('ready');
    expect(message).not.toBe('');
    expect(await namesIn(token)).toEqual(['_packing-notes.txt', 'd/', 'd/one']);
  });

  it('refuse what is selected itself, for a ticket, a package and a copy', async () => {
    spec.closed.add('/d');
    const refused = { code: 'SPACE_DOWNLOAD_NOT_ALLOWED', status: 403 };
    for (const paths of [['/d/one'], ['/d'], ['/d/one', '/d/sub']]) {
      const asked = downloads().request(caller, elsewhere, paths, { isAsync: true });
      await expect(asked).rejects.toMatchObject(refused);
    }
    const copied = platform
      .get(CopyService)
      .request(caller, elsewhere, ['/d'], { space: 'disk' }, '/', 'refuse');
    await expect(copied).rejects.toMatchObject(refused);
  });

  it('are asked again at the fetch: a package made before is not served any more', async () => {
    const { token } = await packed(['/d']);
    expect(await namesIn(token)).toContain('d/sub/two');
    spec.closed.add('/d/sub/two');
    await expect(downloads().open(token ?? '')).rejects.toMatchObject({ status: 403 });
    spec.closed.clear();
    expect(await namesIn(token)).toContain('d/sub/two');
  });

  it('are asked again while a copy runs', async () => {
    const started = await platform
      .get(CopyService)
      .request(caller, elsewhere, ['/d'], { space: 'disk' }, '/', 'refuse');
    const { copyId } = started;
    // Whoever is told of it has to find the way to where it leads.
    expect(started).toMatchObject({ from: elsewhere, to: { space: 'disk' }, dir: '/' });
    spec.closed.add('/d');
    await platform.get(CopyRunner).work({}, noSignal);
    expect((await platform.get(CopyService).getState(caller, copyId)).state).toBe('failed');
    expect(await readdir(ann.home)).toEqual([]);
  });

  it('are decided for a folder in one question', async () => {
    const space = await open();
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => writeFile(join(root, `d/sub/f${index}`), '')),
    );
    spec.asked = 0;
    await packed(['/d/sub']);
    // At the request, over the folder, at the packing, over the folder, and over what was packed.
    expect(spec.asked).toBeLessThan(10);
    expect(space.hasEntryRights).toBe(true);
  });
});

describe('pinned content', () => {
  const pin = async (path: string): Promise<PinnedFile> => {
    const handle = await (await open()).files.openRead(path);
    try {
      return await pinHandle(handle, path);
    } finally {
      await handle.close();
    }
  };

  it('is sent only as long as it is the same, of one file', async () => {
    const manifest = [await pin('/d/one')];
    const options = { isAsync: false, manifest: stored(manifest) };
    const token = (await downloads().request(caller, elsewhere, ['/d/one'], options)) as string;
    await (await downloads().open(token)).handle.close();
    // The same size and time, another file: only the inode tells.
    const { atime, mtime } = await stat(join(root, 'd/one'));
    await writeFile(join(root, 'd/new'), 'ONE');
    await utimes(join(root, 'd/new'), atime, mtime);
    await rename(join(root, 'd/new'), join(root, 'd/one'));
    const changed = { code: 'DOWNLOAD_CONTENT_CHANGED', status: 409 };
    await expect(downloads().open(token)).rejects.toMatchObject(changed);
  });

  it('is all there is in its package: nothing that came later', async () => {
    const manifest = [await pin('/d/one'), await pin('/d/sub/two')];
    await writeFile(join(root, 'd/later'), 'later');
    const { state, token } = await packed(['/d'], manifest);
    expect(state).toBe('ready');
    expect(await namesIn(token)).toEqual(['d/one', 'd/sub/two']);
  });

  it('makes a package fail when it has changed', async () => {
    const manifest = [await pin('/d/one')];
    await writeFile(join(root, 'd/one'), 'changed');
    expect((await packed(['/d'], manifest)).state).toBe('failed');
  });
});

describe('operations', () => {
  const operations = (): SpaceOperations => platform.get(SpaceOperations);
  const left = async (): Promise<number> =>
    (await platform.query('SELECT 1 FROM space_operation')).length;
  const sweep = async (): Promise<void> => {
    await platform.query('UPDATE space_operation SET due_at = now()');
    await platform.get(OperationLog).sweep(noSignal);
  };

  it('tell observers of every kind of change', async () => {
    const space = await open();
    await operations().mkdir(space, caller, '/new');
    await operations().rename(space, caller, '/d/one', '/new/uno');
    await operations().moveInto(space, caller, '/new/uno', '/d', 'refuse');
    const { id } = await operations().remove(space, caller, '/d/uno');
    const files = await spec.filesOf();
    await operations().restore(space.key, files, caller, id);
    const gone = await operations().remove(space, caller, '/d/sub');
    await operations().purge(space.key, files.trash, caller, gone.id);
    await operations().makeDirs(space, caller, '/d/x/y');
    expect(observer.told).toEqual([
      { kind: 'added', path: '/new' },
      { kind: 'moved', from: '/d/one', to: '/new/uno' },
      { kind: 'moved', from: '/new/uno', to: '/d/uno' },
      { kind: 'removed', path: '/d/uno', trashId: id },
      { kind: 'restored', path: '/d/uno', from: '/d/uno', trashId: id },
      { kind: 'removed', path: '/d/sub', trashId: gone.id },
      { kind: 'purged', trashId: gone.id },
      { kind: 'added', path: '/d/x' },
      { kind: 'added', path: '/d/x/y' },
    ]);
    expect(await left()).toBe(0);
  });

  it('tell of a file that was replaced, and of a folder that made room', async () => {
    const space = await open();
    await writeFile(join(root, 'one'), 'other');
    await operations().moveInto(space, caller, '/one', '/d', 'overwrite');
    expect(observer.told).toEqual([{ kind: 'moved', from: '/one', to: '/d/one' }]);
    observer.told.length = 0;
    await mkdir(join(root, 'sub'));
    await operations().moveInto(space, caller, '/sub', '/d', 'overwrite');
    expect(observer.told).toMatchObject([
      { kind: 'removed', path: '/d/sub' },
      { kind: 'moved', from: '/sub', to: '/d/sub' },
    ]);
  });

  it('that die between the files and the row are finished by the sweep, once', async () => {
    const space = await open();
    observer.failures = 3;
    await operations().rename(space, caller, '/d/one', '/d/uno');
    const { id } = await operations().remove(space, caller, '/d/sub');
    await operations().mkdir(space, caller, '/new');
    expect(observer.told).toEqual([]);
    expect(await left()).toBe(3);
    // Its user goes on meanwhile: the entry is known by its inode, not by its name.
    await rename(join(root, 'd/uno'), join(root, 'd/eins'));
    await sweep();
    expect(observer.told).toEqual([
      { kind: 'moved', from: '/d/one', to: '/d/eins' },
      { kind: 'removed', path: '/d/sub', trashId: id },
      { kind: 'added', path: '/new' },
    ]);
    expect(await left()).toBe(0);
    await sweep();
    expect(observer.told).toHaveLength(3);
  });

  it('that die before the files changed leave nothing behind', async () => {
    const space = await open();
    const identity = formatIdentity(await space.files.identify('/d/one'));
    const other = formatIdentity(await space.files.identify('/d/sub'));
    await platform.get(OperationLog).begin(space.key, ann.id, [
      { kind: 'move', from: '/d/one', dir: '/', name: 'one', identity, clearedId: null },
      { kind: 'remove', path: '/d/sub', trashId: '01900000-0000-7000-8000-000000000000' },
      {
        kind: 'add',
        dir: '/d',
        name: 'one',
        identity: other.replace(/:\d+$/, ':1'),
        clearedId: null,
      },
    ]);
    await sweep();
    expect(observer.told).toEqual([]);
    expect(await left()).toBe(0);
  });

  it('that are refused are told of to nobody', async () => {
    const space = await open();
    await expect(operations().rename(space, caller, '/d/one', '/d/sub')).rejects.toMatchObject({
      code: 'FILE_NAME_TAKEN',
    });
    expect(observer.told).toEqual([]);
    expect(await left()).toBe(0);
  });

  it('that no observer of the space is told of are not written down', async () => {
    const space = await platform.get(SpaceAccess).open(caller, { space: 'disk' });
    const begin = jest.spyOn(platform.get(OperationLog), 'begin');
    // Whoever keeps paths of a disk follows what moves and forgets what goes; what is new is nobody's concern.
    await operations().mkdir(space, caller, '/quiet');
    await operations().makeDirs(space, caller, '/still/calm');
    expect(begin).not.toHaveBeenCalled();
    await operations().rename(space, caller, '/quiet', '/moved');
    await operations().remove(space, caller, '/moved');
    expect(begin).toHaveBeenCalledTimes(2);
    begin.mockRestore();
  });
});

describe('news of a folder', () => {
  it('goes to the topic of that folder alone, which takes the right to view it', async () => {
    const told: unknown[] = [];
    const realtime = platform.get(Realtime);
    const publish = jest
      .spyOn(realtime, 'publish')
      .mockImplementation((...args: unknown[]) => void told.push(args));
    platform.get(SpaceEventPublisher).filesChanged(await open(), ['/d', '/d/sub']);
    publish.mockRestore();
    const roomOf = (dir: string): string =>
      rooms.topic({ topic: 'folder', space: 'share', spaceId: 'p1', dir });
    expect(told).toEqual([
      ['filesChanged', roomOf('/d'), { ...elsewhere, dir: '/d' }],
      ['filesChanged', roomOf('/d/sub'), { ...elsewhere, dir: '/d/sub' }],
    ]);
  });
});
