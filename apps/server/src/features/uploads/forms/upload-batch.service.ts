import { Injectable } from '@nestjs/common';
import type { UploadResult } from '@clusterdesk/contracts';
import {
  EntryNotFoundError,
  NameTakenError,
} from '../../../platform/file-space/file-space.errors.js';
import type { PlacingOutcome } from '../../../platform/file-space/placing/batch-placing.js';
import { joinPath } from '../../../platform/file-space/space-path.js';
import { groupBy } from '../../../platform/group-by.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import { NewNames } from '../../spaces/editing/new-names.service.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { RecentFiles } from '../../spaces/recent/recent-files.service.js';
import { checkReplaced } from '../../spaces/replacing.js';
import { SpaceAccess } from '../../spaces/space-access.service.js';
import { SpaceEventPublisher } from '../../spaces/space-event-publisher.service.js';
import { refusalOf, type Space, type SpaceUser } from '../../spaces/space.js';
import { UserRights } from '../../users/rights/user-rights.service.js';
import { NoFilePlacedError } from '../upload.errors.js';
import { newNamesOf, openTarget, type UploadTarget } from '../upload-target.js';
import type { StagedFile } from './form-files.js';
import { hasContent } from './same-content.js';
import { fileTarget, type FormTarget } from './upload-form.js';

interface Placing {
  file: StagedFile;
  target: UploadTarget;
}

/** The result for one file: where it was placed, or why it was not. */
type Outcome = { path: string } | DomainError;

/** Places the whole files of a form in their space, without a row for each; each folder is flushed once. */
@Injectable()
export class UploadBatches {
  constructor(
    private readonly access: SpaceAccess,
    private readonly rights: UserRights,
    private readonly operations: SpaceOperations,
    private readonly names: NewNames,
    private readonly news: SpaceEventPublisher,
    private readonly recent: RecentFiles,
  ) {}

  /**
   * Places the files and reports on each. A name that is taken by the same content counts as placed: a batch that is
   * sent again after a lost response does no harm.
   * @throws NoFilePlacedError when none was placed.
   */
  async place(
    caller: Principal,
    formTarget: FormTarget,
    isFolderForm: boolean,
    files: readonly StagedFile[],
  ): Promise<UploadResult> {
    // The current rights: receiving the form may have taken hours.
    const user = await this.rights.get(caller.userId);
    const space = await openTarget(this.access, user, formTarget);
    const checkNames = await this.names.rule();
    const outcomes = new Map<StagedFile, Outcome>();
    const placings = files.flatMap((file): Placing[] => {
      try {
        const target = fileTarget(formTarget, file.nameInForm, isFolderForm);
        checkNames(newNamesOf(target));
        return [{ file, target }];
      } catch (error) {
        outcomes.set(file, asRefusal(error));
        return [];
      }
    });
    let addedBytes = 0;
    for (const [dir, some] of groupBy(placings, ({ target }) => target.targetDir)) {
      addedBytes += await this.placeInFolder(user, space, dir, formTarget.dir, some, outcomes);
    }
    if (addedBytes !== 0) {
      await space.note?.(addedBytes);
    }
    const placed = placings.flatMap(({ file, target }) => {
      const outcome = outcomes.get(file);
      return outcome && 'path' in outcome ? [{ dir: target.targetDir, path: outcome.path }] : [];
    });
    this.news.filesChanged(
      space,
      placed.flatMap(({ dir }) => ancestorDirs(dir)),
    );
    await this.recent.note(
      caller,
      formTarget.ref,
      placed.map(({ path }) => path),
    );
    return report(caller, files, outcomes);
  }

  /** @returns how many bytes were added to the space. */
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
      const staged = placings.map(({ file, target: { fileName, conflict } }) => ({
        staged: file.staged,
        name: fileName,
        conflict,
      }));
      results = await this.operations.placeAll(space, user, dir, staged);
    } catch (error) {
      const refusal = asRefusal(error);
      placings.forEach(({ file }) => outcomes.set(file, refusal));
      return 0;
    }
    let addedBytes = 0;
    for (const [index, { file }] of placings.entries()) {
      const result = results[index];
      if (result && 'path' in result) {
        outcomes.set(file, result);
        addedBytes += file.sizeBytes - (replaced[index] ?? 0);
      } else {
        outcomes.set(file, await explain(space, dir, file, asRefusal(result?.reason)));
      }
    }
    return addedBytes;
  }

  /** Folders of the form are created only with the right to add to them. */
  private async makeDirs(user: SpaceUser, space: Space, dir: string): Promise<string> {
    const refusal = await refusalOf(space, 'add', [dir]);
    if (refusal) {
      throw refusal;
    }
    return this.operations.makeDirs(space, user, dir);
  }
}

/** A taken name is no refusal if it has the same content; callers who may not read it must not learn whether they guessed it. */
async function explain(
  space: Space,
  dir: string,
  file: StagedFile,
  refusal: DomainError,
): Promise<Outcome> {
  const taken = refusal.details?.name;
  if (!(refusal instanceof NameTakenError) || typeof taken !== 'string') {
    return refusal;
  }
  const path = joinPath(dir, taken);
  const isSame =
    (await refusalOf(space, 'download', [path])) === null &&
    (await hasContent(space.files, path, file.staged));
  return isSame ? { path } : refusal;
}

/** A refusal concerns its file; any other error fails the whole call. */
function asRefusal(error: unknown): DomainError {
  if (error instanceof DomainError) {
    return error;
  }
  throw error;
}

function report(
  { language }: Principal,
  files: readonly StagedFile[],
  outcomes: ReadonlyMap<StagedFile, Outcome>,
): UploadResult {
  const refusals: DomainError[] = [];
  const told = files.map((file) => {
    const { nameInForm: fileName } = file;
    const outcome = outcomes.get(file) ?? new EntryNotFoundError(fileName);
    if ('path' in outcome) {
      return { fileName, path: outcome.path, message: '' };
    }
    refusals.push(outcome);
    return { fileName, path: null, message: outcome.sentence[language], error: outcome.code };
  });
  if (refusals[0] && refusals.length === files.length) {
    throw new NoFilePlacedError(told, refusals[0]);
  }
  return { complete: refusals.length === 0, received: [], receivedCount: 0, files: told };
}
