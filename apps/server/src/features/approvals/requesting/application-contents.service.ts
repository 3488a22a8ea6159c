import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { limits, type ContentChange } from '@clusterdesk/contracts';
import { Semaphore } from '../../../platform/concurrency.js';
import { withoutNestedPaths } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { UserSemaphore } from '../../../platform/user-semaphore.js';
import { assertPinned, pinHandle } from '../../downloads/sending/pinned-content.js';
import { walkSelection } from '../../spaces/selection.js';
import { filterFor, type Space, type SpaceUser } from '../../spaces/space.js';
import type { PinnedContent, PinnedPart } from '../application.repository.js';
import { NothingToApplyForError, TooManyFilesToApplyForError } from '../approval.errors.js';

/** Files opened at a time. */
const atOnce = 8;
/** Whole applications pinned or compared for one user: each opens up to `limits.approvalMaxFiles` files. */
const wholes = { each: 1, waiting: 8 };

/** Pins what is applied for, and compares it later with what is there. */
@Injectable()
export class ApplicationContents {
  private readonly wholes = new UserSemaphore(wholes);

  /** Pins all files in the selection that may be seen. @throws NothingToApplyForError, TooManyFilesToApplyForError */
  pin(
    { userId }: SpaceUser,
    space: Space,
    chosen: readonly string[],
    signal: AbortSignal,
  ): Promise<PinnedContent> {
    return this.wholes.run(userId, () => this.pinAll(space, chosen, signal));
  }

  /** What became of each of these files, in their order. */
  async compare(
    space: Space,
    files: readonly PinnedPart[],
    signal: AbortSignal,
  ): Promise<ContentChange[]> {
    const semaphore = new Semaphore(atOnce);
    return Promise.all(
      files.map((file) => semaphore.run(() => this.compareOne(space, file, signal))),
    );
  }

  /** The first of these files that is not as it was, by its path; undefined: all are. */
  async findChanged(
    { userId }: SpaceUser,
    space: Space,
    files: readonly PinnedPart[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const changes = await this.wholes.run(userId, () => this.compare(space, files, signal));
    return files.find((_, at) => changes[at] !== 'same')?.path;
  }

  private async pinAll(
    space: Space,
    chosen: readonly string[],
    signal: AbortSignal,
  ): Promise<PinnedContent> {
    signal.throwIfAborted();
    const paths = withoutNestedPaths(chosen);
    const entries: PinnedContent['entries'] = [];
    for (const path of paths) {
      const { path: spelled, isDirectory } = await space.files.stat(path);
      entries.push({ path: spelled, isDirectory });
    }
    const found: string[] = [];
    const walk = walkSelection(
      space.files,
      entries.map(({ path }) => path),
      { filter: filterFor(space, 'view'), signal },
    );
    for await (const { path, isDirectory } of walk) {
      if (!isDirectory) {
        found.push(path);
      }
      if (found.length > limits.approvalMaxFiles) {
        throw new TooManyFilesToApplyForError();
      }
    }
    if (found.length === 0) {
      throw new NothingToApplyForError();
    }
    const semaphore = new Semaphore(atOnce);
    const files = await Promise.all(
      found.map((path) => semaphore.run(() => this.pinOne(space, path, signal))),
    );
    return {
      entries,
      files,
      bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      fingerprint: createHash('sha256')
        .update(JSON.stringify([entries, files]))
        .digest('hex'),
    };
  }

  private async pinOne(
    space: Space,
    path: string,
    signal: AbortSignal,
  ): Promise<Omit<PinnedPart, 'trashId' | 'appliedPath'>> {
    signal.throwIfAborted();
    const handle = await space.files.openRead(path);
    try {
      const { identity, ...pinned } = await pinHandle(handle, path);
      return { ...pinned, identity: identity ?? '' };
    } finally {
      await handle.close();
    }
  }

  private async compareOne(
    space: Space,
    file: PinnedPart,
    signal: AbortSignal,
  ): Promise<ContentChange> {
    signal.throwIfAborted();
    if (file.trashId !== null) {
      return 'deleted';
    }
    try {
      const handle = await space.files.openRead(file.path);
      try {
        await assertPinned(handle, file);
        return 'same';
      } finally {
        await handle.close();
      }
    } catch (error) {
      if (!(error instanceof DomainError)) {
        throw error;
      }
      return error.code === 'DOWNLOAD_CONTENT_CHANGED' ? 'changed' : 'deleted';
    }
  }
}
