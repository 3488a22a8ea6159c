import { Injectable } from '@nestjs/common';
import type { UploadResult } from '@clusterdesk/contracts';
import {
  EntryNotFoundError,
  NameTakenError,
  NotAFolderError,
} from '../../../platform/file-space/file-space.errors.js';
import type { FileSpace } from '../../../platform/file-space/file-space.js';
import { joinPath } from '../../../platform/file-space/space-path.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { Realtime } from '../../../platform/realtime/realtime.service.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import { hasContent } from './same-content.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { NoFilePlacedError } from '../../spaces/space.errors.js';
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
    private readonly realtime: Realtime,
  ) {}

  /**
   * Refuses, before the files have come, what could not be placed in the end.
   * @throws UploadNotAllowedError, EntryNotFoundError, NotAFolderError
   */
  async checkTarget(
    caller: Principal,
    target: FormTarget,
  ): Promise<Awaited<ReturnType<SpaceAccess['forWriting']>>> {
    const resolved = await this.access.forWriting(caller, target.ref);
    if (!(await resolved.space.stat(target.dir)).isDirectory) {
      throw new NotAFolderError(target.dir);
    }
    return resolved;
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
    const { space, quota, audience } = await this.checkTarget(caller, formTarget);
    const outcomes = new Map<StagedFile, Outcome>();
    const byFolder = new Map<string, Placing[]>();
    for (const file of files) {
      try {
        const target = fileTarget(formTarget, file.nameInForm, isFolderForm);
        const inFolder = byFolder.get(target.targetDir) ?? [];
        inFolder.push({ file, target });
        byFolder.set(target.targetDir, inFolder);
      } catch (error) {
        outcomes.set(file, { reason: refusalOf(error) });
      }
    }
    let addedBytes = 0;
    for (const [dir, placings] of byFolder) {
      addedBytes += await this.placeInFolder(space, dir, formTarget.dir, placings, outcomes);
    }
    if (addedBytes !== 0) {
      await quota?.note(addedBytes);
    }
    const changed = [...byFolder]
      .filter(([, placings]) => placings.some(({ file }) => isPlaced(outcomes.get(file))))
      .flatMap(([dir]) => ancestorDirs(dir));
    for (const dir of new Set(changed)) {
      this.realtime.publish('filesChanged', audience, { ...formTarget.ref, dir });
    }
    return report(caller, files, outcomes);
  }

  /** @returns the bytes that the space holds more than before. */
  private async placeInFolder(
    space: FileSpace,
    targetDir: string,
    baseDir: string,
    placings: readonly Placing[],
    outcomes: Map<StagedFile, Outcome>,
  ): Promise<number> {
    let dir: string;
    let results: Awaited<ReturnType<FileSpace['placeAll']>>;
    const replaced: number[] = [];
    try {
      dir =
        targetDir === ancestorDirs(baseDir).at(-1) ? targetDir : await space.makeDirs(targetDir);
      for (const { target } of placings) {
        replaced.push(await replacedBytes(space, dir, target));
      }
      results = await space.placeAll(
        dir,
        placings.map(({ file, target }) => ({
          staged: file.staged,
          name: target.fileName,
          conflict: target.conflict,
        })),
      );
    } catch (error) {
      placings.forEach(({ file }) => outcomes.set(file, { reason: refusalOf(error) }));
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

/** Of a file that is about to be replaced. */
async function replacedBytes(space: FileSpace, dir: string, target: UploadTarget): Promise<number> {
  if (target.conflict !== 'overwrite') {
    return 0;
  }
  const taken = await space.findTaken(dir, target.fileName);
  return taken === null ? 0 : (await space.stat(joinPath(dir, taken))).sizeBytes;
}

/** A taken name is fine when what has it is what was sent. */
async function explain(
  space: FileSpace,
  dir: string,
  file: StagedFile,
  reason: unknown,
): Promise<Outcome> {
  const refusal = refusalOf(reason);
  const taken = refusal.details?.name;
  if (!(refusal instanceof NameTakenError) || typeof taken !== 'string') {
    return { reason: refusal };
  }
  const path = joinPath(dir, taken);
  return (await hasContent(space, path, file.staged)) ? { path } : { reason: refusal };
}

function isPlaced(outcome: Outcome | undefined): boolean {
  return outcome !== undefined && 'path' in outcome;
}

/** A refusal is told of its file; anything else is a fault of the whole call. */
function refusalOf(error: unknown): DomainError {
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
  return { complete: refusals.length === 0, received: [], files: told };
}
