import { randomUUID } from 'node:crypto';
import { rm, type FileHandle } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import {
  buildPackage,
  type Language,
  type LocalizedText,
  type TaskPayload,
} from '@clusterdesk/contracts';
import type { RootedFiles } from '../../../platform/file-space/rooted-files.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { RightEndedError } from '../../../platform/running-work/running-work.errors.js';
import { RunningWork } from '../../../platform/running-work/running-work.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { commonParent, walkSelection } from '../../spaces/selection.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { refOf, spaceKeyText } from '../../spaces/space-key.js';
import { NoSpaceLeftError, NotAllowedInSpaceError } from '../../spaces/space.errors.js';
import { filterFor, refusalOf, type Space } from '../../spaces/space.js';
import { isSparse } from '../../spaces/storage/sparse-file.js';
import { Staging } from '../../spaces/storage/staging.js';
import { reportProgress, type Progress } from '../../spaces/tasks/run-progress.js';
import { watchFreeSpace } from '../../spaces/tasks/watch-free-space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { DownloadRepository } from '../download.repository.js';
import { assertPinned, type PinnedFile } from '../pinned-content.js';
import type { DownloadPackageEntity } from './download-package.entity.js';
import { toPackageState } from './package.presenter.js';
import { ZipWriter } from './zip-writer.js';

const maxAttempts = 3;

const unexpected: LocalizedText = {
  cn: '打包失败，请稍后重试；若仍失败，请联系管理员',
  en: 'Packing failed. Try again later, and if it stays, tell an administrator.',
};
const partial: LocalizedText = {
  cn: '打包期间有文件被删除或修改，详见压缩包内的“_packing-notes.txt”',
  en: 'Some files vanished or changed while they were packed; see "_packing-notes.txt" in the package.',
};

/** A package in the hands of one run. */
interface Run {
  entity: DownloadPackageEntity;
  lease: string;
  /** Of its user; null: nobody is told. */
  language: Language | null;
  progress: Progress;
  /** What was packed, noted where entries have rights of their own. */
  packed: PinnedFile[];
}

/**
 * Builds the zip of a package, in the worker. Run twice, or taken over from a run that died, it does no harm: each run
 * writes a file of its own, and only the one that holds the lease puts it in place.
 */
@Injectable()
export class PackageBuilder {
  private readonly logger = new Logger('PackageBuilder');

  constructor(
    private readonly access: SpaceAccess,
    private readonly downloads: DownloadRepository,
    private readonly rights: UserRights,
    private readonly staging: Staging,
    private readonly realtime: Realtime,
    private readonly running: RunningWork,
  ) {}

  @OnTask(buildPackage)
  async build({ packageId }: TaskPayload<typeof buildPackage>, signal: AbortSignal): Promise<void> {
    const lease = randomUUID();
    const entity = await this.downloads.acquirePackage(packageId, lease);
    if (!entity) {
      return;
    }
    const language = (await this.rights.find(entity.userId))?.language ?? null;
    const run: Run = {
      entity,
      lease,
      language,
      packed: [],
      progress: { doneBytes: 0, doneFiles: 0 },
    };
    const part = `${this.staging.packagePath(packageId)}.${lease}.part`;
    const lost = new AbortController();
    const stopReporting = reportProgress(
      run.progress,
      {
        write: (now) => this.downloads.updateLeased(packageId, lease, now),
        show: (now) => this.push(run, { ...entity, ...now }, null),
        warn: (error) => this.logger.warn({ err: error }, 'Progress could not be written'),
      },
      lost,
    );
    const { userId, sessionId } = entity;
    const work = this.running.begin(
      {
        userId,
        spaceKeys: [spaceKeyText(entity)],
        ...(sessionId === null ? {} : { sessionId }),
      },
      { isStillAllowed: () => this.isStillAllowed(entity) },
    );
    const room = watchFreeSpace(this.staging);
    try {
      const any = AbortSignal.any([signal, lost.signal, work.signal, room.signal]);
      const notes = await this.pack(run, part, any);
      await stopReporting();
      // The rights of now: what may not be fetched any more is not put where it could be.
      const space = await this.open(entity);
      await this.assertPacked(space, run);
      any.throwIfAborted();
      await this.staging.commitPackage(part, packageId);
      const isPartial = notes.length > 0;
      await this.close(run, {
        ...run.progress,
        state: 'ready',
        isPartial,
        message: isPartial ? partial : null,
      });
    } catch (error) {
      await stopReporting();
      await rm(part, { force: true });
      if (lost.signal.aborted) {
        await this.leave(run);
      } else {
        await this.fail(run, error, signal);
      }
    } finally {
      room.stop();
      work.end();
    }
  }

  private async pack(run: Run, part: string, signal: AbortSignal): Promise<string[]> {
    const { entity } = run;
    const space = await this.open(entity);
    const underWay = await this.downloads.bytesUnderWay(entity.id);
    if (!(await this.staging.hasFreeSpace(entity.totalBytes + underWay))) {
      throw new NoSpaceLeftError();
    }
    const zip = new ZipWriter(part, signal);
    const notes: string[] = [];
    try {
      await (entity.hasManifest
        ? this.packManifest(run, space, zip, signal)
        : this.packSelection(run, space, zip, signal, notes));
      if (notes.length > 0) {
        await zip.addText('_packing-notes.txt', `${notes.join('\n')}\n`);
      }
      await zip.finish();
    } catch (error) {
      await zip.abort();
      throw error;
    }
    return notes;
  }

  /** What is there now of the selection, and may be downloaded. */
  private async packSelection(
    { entity, progress, packed }: Run,
    space: Space,
    zip: ZipWriter,
    signal: AbortSignal,
    notes: string[],
  ): Promise<void> {
    const nameOf = nameBelow(commonParent(entity.paths));
    const walk = walkSelection(space.files, entity.paths, {
      onUnreachable: (path, reason) => void notes.push(leftOut(path, reason)),
      onFiltered: (path) => void notes.push(leftOut(path, new NotAllowedInSpaceError('download'))),
      filter: filterFor(space, 'download'),
      signal,
    });
    for await (const entry of walk) {
      signal.throwIfAborted();
      const name = nameOf(entry.path);
      if (space.hasEntryRights) {
        packed.push({ ...toPinned(entry), identity: null });
      }
      if (entry.isDirectory) {
        if (name !== '') {
          await zip.addFolder(name, entry.modifiedAt);
        }
      } else {
        const note = await addFile(zip, space.files, entry.path, name, progress);
        notes.push(...(note === null ? [] : [note]));
      }
    }
  }

  /** Exactly the files of the manifest, each compared on the handle that is read. @throws ContentChangedError */
  private async packManifest(
    { entity, progress }: Run,
    space: Space,
    zip: ZipWriter,
    signal: AbortSignal,
  ): Promise<void> {
    const nameOf = nameBelow(commonParent(entity.paths));
    for (const pinned of await this.downloads.listEntries(entity.id)) {
      signal.throwIfAborted();
      const handle = await space.files.openRead(pinned.path);
      try {
        await assertPinned(handle, pinned);
        await addHandle(zip, handle, nameOf(pinned.path), progress);
        // Also while it was read: half of the one and half of the other is neither.
        await assertPinned(handle, pinned);
      } finally {
        await handle.close();
      }
    }
  }

  /** The space with the rights of this moment. @throws what the user may not do */
  private async open(entity: DownloadPackageEntity): Promise<Space> {
    const user = await this.rights.find(entity.userId);
    if (!user) {
      throw new RightEndedError();
    }
    return this.access.openForDownload(user, refOf(entity), entity.paths);
  }

  private async isStillAllowed(entity: DownloadPackageEntity): Promise<boolean> {
    return this.open(entity).then(
      () => true,
      (error: unknown) => !(error instanceof DomainError),
    );
  }

  /** Asked over all that was packed, and kept: a right may end between now and the fetching. */
  private async assertPacked(space: Space, { entity, packed }: Run): Promise<void> {
    if (!space.hasEntryRights) {
      return;
    }
    if (!entity.hasManifest) {
      await this.downloads.replaceEntries(entity.id, packed);
    }
    const entries = await this.downloads.listEntries(entity.id);
    const paths = entries.map(({ path }) => path);
    const refusal = await refusalOf(space, 'download', paths);
    if (refusal) {
      throw refusal;
    }
  }

  private async close(
    run: Run,
    change: Partial<DownloadPackageEntity> & { state: DownloadPackageEntity['state'] },
  ): Promise<void> {
    const { entity, lease } = run;
    const done = { ...entity, ...change };
    if (!(await this.downloads.updateLeased(entity.id, lease, change))) {
      await this.leave(run);
      return;
    }
    const token =
      done.state === 'ready' && entity.sessionId !== null
        ? await this.downloads.ticketForPackage(entity, entity.sessionId)
        : null;
    this.push(run, done, token);
  }

  /** The lease is gone. A cancelled package leaves no file, also when this run has just put it in place. */
  private async leave(run: Run): Promise<void> {
    const current = await this.downloads.findPackage(run.entity.id);
    if (current === null || current.state === 'cancelled') {
      await this.staging.removePackage(run.entity.id);
    }
    if (current !== null) {
      // What this run pushed last may have come after the word of the cancelling.
      this.push(run, current, null);
    }
  }

  /** A refusal is final; anything else is tried again, a few times. Being told to stop is no failure. */
  private async fail(run: Run, error: unknown, signal: AbortSignal): Promise<void> {
    const { entity, lease } = run;
    if (error instanceof DomainError) {
      await this.close(run, { state: 'failed', message: error.sentence });
      return;
    }
    if (signal.aborted || entity.attempts < maxAttempts) {
      await this.downloads.updateLeased(entity.id, lease, { state: 'waiting' });
    } else {
      await this.close(run, { state: 'failed', message: unexpected });
    }
    throw error;
  }

  /** At once: what is told later must not overtake it. Nobody is told of a user who may not sign in. */
  private push(
    { language, entity }: Run,
    state: DownloadPackageEntity,
    token: string | null,
  ): void {
    if (language !== null) {
      const shown = toPackageState(state, token, language);
      this.realtime.publish('packagingProgress', audience.user(entity.userId), shown);
    }
  }
}

function leftOut(path: string, { sentence }: DomainError): string {
  return `${path}: ${sentence.cn} / ${sentence.en}`;
}

/** The name in the zip: the path below the folder that all of the selection lies in. */
function nameBelow(parent: string): (path: string) => string {
  return (path) => path.slice(parent === '/' ? 1 : parent.length + 1);
}

function toPinned({ path, sizeBytes, modifiedAt }: SpaceEntry): Omit<PinnedFile, 'identity'> {
  return { path, sizeBytes, modifiedMs: modifiedAt.getTime() };
}

/** Adds one file; a note says what is not as it was when the package was asked for. */
async function addFile(
  zip: ZipWriter,
  files: RootedFiles,
  path: string,
  name: string,
  progress: Progress,
): Promise<string | null> {
  const handle = await files.openRead(path).catch((error: unknown) => {
    if (error instanceof DomainError) {
      return error;
    }
    throw error;
  });
  if (handle instanceof DomainError) {
    return leftOut(path, handle);
  }
  try {
    return (await addHandle(zip, handle, name, progress))
      ? null
      : `${path}: 打包时内容有变化，压缩包中为读到的内容 / It changed while it was packed; the package has what was read.`;
  } finally {
    await handle.close();
  }
}

/** False when the file changed while it was read. */
async function addHandle(
  zip: ZipWriter,
  handle: FileHandle,
  name: string,
  progress: Progress,
): Promise<boolean> {
  const before = await handle.stat();
  const file = { sizeBytes: before.size, modifiedAt: before.mtime, isSparse: isSparse(before) };
  const count = await zip.addFile(name, handle, file, (bytes) => {
    progress.doneBytes += bytes;
  });
  progress.doneFiles += 1;
  const after = await handle.stat();
  return count === before.size && after.mtimeMs === before.mtimeMs;
}
