import { Injectable } from '@nestjs/common';
import type { UploadResult } from '@clusterdesk/contracts';
import {
  EntryNotFoundError,
  NameTakenError,
  NotAFolderError,
} from '../../../platform/file-space/file-space.errors.js';
import type { PlacingOutcome } from '../../../platform/file-space/placing/batch-placing.js';
import { joinPath } from '../../../platform/file-space/space-path.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { RightEndedError } from '../../../platform/running-work/running-work.errors.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import { hasContent } from './same-content.js';
import { refusalOf, type Space, type SpaceUser } from '../../spaces/space.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { checkReplaced } from '../../spaces/replacing.js';
import { RecentFiles } from '../../spaces/recent/recent-files.service.js';
import { SpaceEventPublisher } from '../../spaces/space-event-publisher.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { NoFilePlacedError } from '../upload.errors.js';
import { fileTarget, type FormTarget } from './upload-form.js';
import type { UploadTarget } from '../upload-target.js';

/** A whole file of a form, received and flushed. */
export interface StagedFile {
  /** As the form called it. */
  nameInForm: string;
  staged: string;
  sizeBytes: number;
}

interface Placing {
  file: StagedFile;
  target: UploadTarget;
}

/** What became of one file. */
type Outcome = { path: string } | { reason: DomainError };

/** Puts the whole files of a form into their space: no row each, each folder flushed once. */
@Injectable()
export class UploadBatches {
  constructor(
    private readonly access: SpaceAccess,
    private readonly rights: UserRights,
    private readonly operations: SpaceOperations,
    private readonly news: SpaceEventPublisher,
    private readonly recent: RecentFiles,
  ) {}

  /**
   * Refuses, before the files have come, what could not be placed in the end.
   * @throws UploadNotAllowedError, EntryNotFoundError, NotAFolderError
   */
  async checkTarget(caller: SpaceUser, target: FormTarget): Promise<Space> {
    const space = await this.access.openFor(caller, target.ref, 'add', [target.dir]);
    if (!(await space.files.stat(target.dir)).isDirectory) {
      throw new NotAFolderError(target.dir);
    }
    return space;
  }

  /**
   * Places the files and tells of each. A name that is taken by the very same content counts as placed: a batch that is
   * sent again after a lost answer does no harm.
   * @throws NoFilePlacedError when not one was placed.
   */
  async place(
    caller: Principal,
    formTarget: FormTarget,
    isFolderForm: boolean,
    files: readonly StagedFile[],
  ): Promise<UploadResult> {
    // The rights of now: the form may have taken hours.
    const user = await this.rights.find(caller.userId);
    if (!user) {
      throw new RightEndedError();
    }
    const space = await this.checkTarget(user, formTarget);
    const outcomes = new Map<StagedFile, Outcome>();
    const byFolder = new Map<string, Placing[]>();
    for (const file of files) {
      try {
        const target = fileTarget(formTarget, file.nameInForm, isFolderForm);
        const inFolder = byFolder.get(target.targetDir) ?? [];
        inFolder.push({ file, target });
        byFolder.set(target.targetDir, inFolder);
      } catch (error) {
        outcomes.set(file, { reason: asRefusal(error) });
      }
    }
    let addedBytes = 0;
    for (const [dir, placings] of byFolder) {
      addedBytes += await this.placeInFolder(user, space, dir, formTarget.dir, placings, outcomes);
    }
    if (addedBytes !== 0) {
      await space.note?.(addedBytes);
    }
    const changed = [...byFolder]
      .filter(([, placings]) => placings.some(({ file }) => isPlaced(outcomes.get(file))))
      .flatMap(([dir]) => ancestorDirs(dir));
    this.news.filesChanged(space, changed);
    await this.recent.note(caller, formTarget.ref, placedPaths(files, outcomes));
    return report(caller, files, outcomes);
  }

  /** A folder of the form is as good as the right to add to it. */
  private async makeDirs(user: SpaceUser, space: Space, dir: string): Promise<string> {
    const refusal = await refusalOf(space, 'add', [dir]);
    if (refusal) {
      throw refusal;
    }
    return this.operations.makeDirs(space, user, dir);
  }

  /** @returns the bytes that the space holds more than before. */
  private async placeInFolder(
    user: SpaceUser,
    space: Space,
    targetDir: string,
    baseDir: string,
    placings: readonly Placing[],
    outcomes: Map<StagedFile, Outcome>,
  ): Promise<number> {
    let dir: string;
    let results: PlacingOutcome[];
    const replaced: number[] = [];
    try {
      dir =
        targetDir === ancestorDirs(baseDir).at(-1)
          ? targetDir
          : await this.makeDirs(user, space, targetDir);
      for (const { target } of placings) {
        replaced.push(
          target.conflict === 'overwrite' ? await checkReplaced(space, dir, target.fileName) : 0,
        );
      }
      results = await this.operations.placeAll(
        space,
        user,
        dir,
        placings.map(({ file, target }) => ({
          staged: file.staged,
          name: target.fileName,
          conflict: target.conflict,
        })),
      );
    } catch (error) {
      placings.forEach(({ file }) => outcomes.set(file, { reason: asRefusal(error) }));
      return 0;
    }
    let addedBytes = 0;
    for (const [index, { file }] of placings.entries()) {
      const result = results[index];
      if (result && 'path' in result) {
        outcomes.set(file, result);
        addedBytes += file.sizeBytes - (replaced[index] ?? 0);
      } else {
        outcomes.set(file, await explain(space, dir, file, result?.reason));
      }
    }
    return addedBytes;
  }
}

/** A taken name is fine when what has it is what was sent; callers without access are not told whether they guessed it. */
async function explain(
  space: Space,
  dir: string,
  file: StagedFile,
  reason: unknown,
): Promise<Outcome> {
  const refusal = asRefusal(reason);
  const taken = refusal.details?.name;
  if (!(refusal instanceof NameTakenError) || typeof taken !== 'string') {
    return { reason: refusal };
  }
  const path = joinPath(dir, taken);
  const isSame =
    (await refusalOf(space, 'download', [path])) === null &&
    (await hasContent(space.files, path, file.staged));
  return isSame ? { path } : { reason: refusal };
}

function isPlaced(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && 'path' in outcome;
}

function placedPaths(
  files: readonly StagedFile[],
  outcomes: ReadonlyMap<StagedFile, Outcome>,
): string[] {
  return files.flatMap((file) => {
    const outcome = outcomes.get(file);
    return outcome && 'path' in outcome ? [outcome.path] : [];
  });
}

/** A refusal is told of its file; anything else is a fault of the whole call. */
function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) {
    return error;
  }
  throw error;
}

function report(
  caller: Principal,
  files: readonly StagedFile[],
  outcomes: ReadonlyMap<StagedFile, Outcome>,
): UploadResult {
  const told = files.map((file) => {
    const outcome = outcomes.get(file) ?? { reason: new EntryNotFoundError(file.nameInForm) };
    return 'path' in outcome
      ? { fileName: file.nameInForm, path: outcome.path, message: '' }
      : {
          fileName: file.nameInForm,
          path: null,
          message: outcome.reason.sentence[caller.language],
          error: outcome.reason.code,
        };
  });
  const refusals = [...outcomes.values()].flatMap((outcome) =>
    'reason' in outcome ? [outcome.reason] : [],
  );
  if (refusals[0] && refusals.length === files.length) {
    throw new NoFilePlacedError(told, refusals[0]);
  }
  return { complete: refusals.length === 0, received: [], receivedCount: 0, files: told };
}
