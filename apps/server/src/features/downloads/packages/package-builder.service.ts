import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { LocalizedText } from '@clusterdesk/contracts';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import type { OnUnreachable } from '../../../platform/file-space/listing/space-listing.js';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { audience } from '../../../platform/realtime/audience.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import type { DownloadPackageEntity } from './download-package.entity.js';
import { DownloadRepository } from '../download.repository.js';
import { reportProgress, type Progress } from '../../spaces/run-progress.js';
import { commonParent, walkSelection } from '../../spaces/selection.js';
import { refOf, SpaceAccess } from '../../spaces/space-access.service.js';
import { Staging } from '../../spaces/staging.js';
import { DownloadNotAllowedError, NoSpaceLeftError } from '../../spaces/space.errors.js';
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

/**
 * Builds the zip of a package, in the worker. Run twice, or taken over from a run that died, it does no harm: each run
 * writes a file of its own, and only the one that holds the claim puts it in place.
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
  ) {}

  async build(packageId: string, signal: AbortSignal): Promise<void> {
    const claim = randomUUID();
    const entity = await this.downloads.claimPackage(packageId, claim);
    if (!entity) {
      return;
    }
    const part = `${this.staging.packagePath(packageId)}.${claim}.part`;
    const progress: Progress = { doneBytes: 0, doneFiles: 0 };
    const lost = new AbortController();
    const stopReporting = reportProgress(
      progress,
      {
        write: (now) => this.downloads.updateClaimed(packageId, claim, now),
        show: (now) => this.push(entity, { ...entity, ...now }, null),
        warn: (error) => this.logger.warn({ err: error }, 'Progress could not be written'),
      },
      lost,
    );
    try {
      const notes = await this.pack(entity, part, progress, AbortSignal.any([signal, lost.signal]));
      await stopReporting();
      await rename(part, this.staging.packagePath(packageId));
      const isPartial = notes.length > 0;
      await this.close(entity, claim, {
        ...progress,
        state: 'ready',
        isPartial,
        message: isPartial ? partial : null,
      });
    } catch (error) {
      await stopReporting();
      await rm(part, { force: true });
      if (lost.signal.aborted) {
        await this.leave(entity);
      } else {
        await this.fail(entity, claim, error, signal);
      }
    }
  }

  private async pack(
    entity: DownloadPackageEntity,
    part: string,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<string[]> {
    const user = await this.rights.find(entity.userId);
    if (!user) {
      throw new DownloadNotAllowedError();
    }
    const { space } = await this.access.forDownload(user, refOf(entity));
    if (!(await this.staging.hasFreeSpace(entity.totalBytes))) {
      throw new NoSpaceLeftError();
    }
    const zip = new ZipWriter(part, signal);
    const notes: string[] = [];
    try {
      const parent = commonParent(entity.paths);
      const leaveOut: OnUnreachable = (path, reason) => void notes.push(leftOut(path, reason));
      for await (const entry of walkSelection(space, entity.paths, leaveOut)) {
        signal.throwIfAborted();
        const name = entry.path.slice(parent === '/' ? 1 : parent.length + 1);
        if (entry.isDirectory) {
          if (name !== '') {
            await zip.addFolder(name, entry.modifiedAt);
          }
        } else {
          const note = await addFile(zip, space, entry, name, (count) => {
            progress.doneBytes += count;
          });
          progress.doneFiles += 1;
          notes.push(...(note === null ? [] : [note]));
        }
      }
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

  private async close(
    entity: DownloadPackageEntity,
    claim: string,
    change: Partial<DownloadPackageEntity> & { state: DownloadPackageEntity['state'] },
  ): Promise<void> {
    const done = { ...entity, ...change };
    if (!(await this.downloads.updateClaimed(entity.id, claim, change))) {
      await this.leave(entity);
      return;
    }
    const { userId, space, projectId, id } = entity;
    const token =
      done.state === 'ready'
        ? await this.downloads.issueTicket({ userId, space, projectId, files: [], packageId: id })
        : null;
    this.push(entity, done, token);
  }

  /** The claim is gone. A cancelled package leaves no file, also when this run has just put it in place. */
  private async leave(entity: DownloadPackageEntity): Promise<void> {
    const current = await this.downloads.findPackage(entity.id);
    if (current === null || current.state === 'cancelled') {
      await this.staging.removePackage(entity.id);
    }
    if (current !== null) {
      // What this run pushed last may have come after the word of the cancelling.
      this.push(entity, current, null);
    }
  }

  /** A refusal is final; anything else is tried again, a few times. Being told to stop is no failure. */
  private async fail(
    entity: DownloadPackageEntity,
    claim: string,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    if (error instanceof DomainError) {
      await this.close(entity, claim, { state: 'failed', message: error.sentence });
      return;
    }
    if (signal.aborted || entity.attempts < maxAttempts) {
      await this.downloads.updateClaimed(entity.id, claim, { state: 'waiting' });
    } else {
      await this.close(entity, claim, { state: 'failed', message: unexpected });
    }
    throw error;
  }

  private push(
    { userId }: DownloadPackageEntity,
    state: DownloadPackageEntity,
    token: string | null,
  ): void {
    this.rights.find(userId).then(
      (user) => {
        if (user) {
          const shown = toPackageState(state, token, user.language);
          this.realtime.publish('packagingProgress', audience.user(userId), shown);
        }
      },
      (error: unknown) => this.logger.warn({ err: error }, 'Progress could not be told'),
    );
  }
}

function leftOut(path: string, { sentence }: DomainError): string {
  return `${path}: ${sentence.cn} / ${sentence.en}`;
}

/** Adds one file; a note says what is not as it was when the package was asked for. */
async function addFile(
  zip: ZipWriter,
  space: FileSpace,
  entry: SpaceEntry,
  name: string,
  onBytes: (count: number) => void,
): Promise<string | null> {
  const handle = await space.openRead(entry.path).catch((error: unknown) => {
    if (error instanceof DomainError) {
      return error;
    }
    throw error;
  });
  if (handle instanceof DomainError) {
    return leftOut(entry.path, handle);
  }
  try {
    const before = await handle.stat();
    const file = { sizeBytes: before.size, modifiedAt: before.mtime };
    const count = await zip.addFile(name, handle, file, onBytes);
    const after = await handle.stat();
    const isSame = count === before.size && after.mtimeMs === before.mtimeMs;
    return isSame
      ? null
      : `${entry.path}: 打包时内容有变化，压缩包中为读到的内容 / It changed while it was packed; the package has what was read.`;
  } finally {
    await handle.close();
  }
}
