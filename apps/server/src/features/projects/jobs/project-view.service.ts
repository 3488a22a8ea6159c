import { Injectable } from '@nestjs/common';
import { limits, type ProjectRight } from '@clusterdesk/contracts';
import { NotAFolderError } from '../../../platform/file-space/file-space.errors.js';
import { isWithin, withoutNestedPaths } from '../../../platform/file-space/space-path.js';
import { DomainError, nullWhenRefused } from '../../../platform/http/domain-error.js';
import { assertMay, type SpaceUser } from '../../spaces/space.js';
import { ProjectRefusedError } from '../project.errors.js';
import { accessRoleOf } from '../project.policy.js';
import { ProjectPaths } from '../space/project-paths.service.js';
import { projectRef } from '../space/project-ref.js';
import {
  ProjectSpaceProvider,
  type ProjectSpace,
} from '../space/project-space-provider.service.js';
import {
  OpenEntries,
  TooScattered,
  type OpenEntry,
  type ViewAsker,
  type ViewFiles,
} from './open-entries.js';
import {
  InputNotOpenError,
  TooScatteredError,
  WorkDirNotOpenError,
} from './project-view.errors.js';
import { ProjectViewRepository } from './project-view.repository.js';

/** What a job is to be shown. */
export interface ViewQuestion {
  /** `download`: an ordinary job; `view`: a sealed one, which only reads. */
  right: 'download' | 'view';
  /** Of an ordinary job, where it works; of a sealed one, where its results are to go. */
  workDir: string;
  /** Empty: all that the user may use. */
  inputs: readonly string[];
}

/** An entry that a job is shown whole. */
export interface ViewEntry extends OpenEntry {
  isWritable: boolean;
}

/** What a job may be shown of a project, by the rights of one moment. */
export interface ProjectView {
  /** As the entry spells it. */
  workDir: string;
  inputs: string[];
  entries: ViewEntry[];
  /** As long as it is the same, everything of it is still allowed; null: ask again. */
  version: string | null;
}

/** The rights that a job's user needs to what the job writes; the same as to change it by hand. */
const writing: readonly ProjectRight[] = ['view', 'edit', 'download'];

/** What jobs may be shown of projects: never anything that their user may not have, nor would get by it. */
@Injectable()
export class ProjectViews {
  constructor(
    private readonly spaces: ProjectSpaceProvider,
    private readonly repository: ProjectViewRepository,
    private readonly folders: ProjectPaths,
  ) {}

  /** The folder of a project on the shared filesystem. @param projectId of a row */
  rootOf(projectId: string): string {
    return this.folders.of(projectId).root;
  }

  /**
   * Which entries a job is shown.
   * @throws ProjectNotFoundError, ProjectRefusedError, WorkDirNotOpenError, InputNotOpenError, TooScatteredError, NotAFolderError, EntryNotFoundError
   */
  async viewFor(user: SpaceUser, projectId: string, question: ViewQuestion): Promise<ProjectView> {
    const { right } = question;
    const space = await this.spaces.open(user, projectRef(projectId));
    const asker = await this.askerOf(user, space);
    const workDir = await this.workDirOf(asker, space, question);
    const inputs = await Promise.all(
      withoutNestedPaths(question.inputs).map(async (path) => {
        await assertMay(space, 'view', [path]);
        return space.files.stat(path);
      }),
    );
    const from = inputs.length > 0 ? inputs : [rootEntry];
    const open = await this.openEntries(asker, space, readingOf(right), from);
    const hidden = inputs.find((entry) => !open.mayUseWhole(entry));
    if (hidden) {
      throw new InputNotOpenError(hidden.path, right);
    }
    const written = right === 'download' ? workDir : null;
    const entries: ViewEntry[] =
      written === null ? [] : [{ path: written, isDirectory: true, isWritable: true }];
    for (const entry of from) {
      const most = mostEntries - entries.length;
      const found = await open
        .find(entry, filesOf(space), most, written)
        .catch((error: unknown) => {
          throw error instanceof TooScattered ? new TooScatteredError() : error;
        });
      entries.push(
        ...found
          .filter(({ path }) => written === null || !isWithin(path, written))
          .map(({ path, isDirectory }) => ({ path, isDirectory, isWritable: false })),
      );
    }
    const version = versionFor(asker, space);
    return { workDir, inputs: inputs.map(({ path }) => path), entries, version };
  }

  /**
   * Whether the user may still use all of the entries that a job was shown.
   * @returns null: no; else the version of the rights by which, as of a view
   */
  async recheck(
    user: SpaceUser,
    projectId: string,
    right: ViewQuestion['right'],
    entries: readonly ViewEntry[],
  ): Promise<Pick<ProjectView, 'version'> | null> {
    try {
      const space = await this.spaces.open(user, projectRef(projectId));
      const asker = await this.askerOf(user, space);
      for (const isWritable of [true, false]) {
        const some = entries.filter((entry) => entry.isWritable === isWritable);
        const rights = isWritable ? writing : readingOf(right);
        const open = await this.openEntries(asker, space, rights, some);
        if (!some.every((entry) => open.isOpen(entry))) {
          return null;
        }
      }
      return { version: versionFor(asker, space) };
    } catch (error) {
      return nullWhenRefused(error);
    }
  }

  private async workDirOf(
    asker: ViewAsker,
    space: ProjectSpace,
    { right, workDir }: ViewQuestion,
  ): Promise<string> {
    const { projectName, adminName } = space.project;
    await assertMay(space, 'view', [workDir]);
    const entry = await space.files.stat(workDir);
    if (!entry.isDirectory) {
      throw new NotAFolderError(entry.name);
    }
    if (right === 'download') {
      const open = await this.openEntries(asker, space, writing, [entry]);
      if (!open.isOpen(entry)) {
        throw new WorkDirNotOpenError(adminName);
      }
      return entry.path;
    }
    if (asker.accessRole === 'other') {
      // Only members can be let see what they put there, and nobody else.
      throw new ProjectRefusedError('add', projectName, adminName);
    }
    await assertMay(space, 'add', [entry.path]);
    return entry.path;
  }

  private async askerOf(
    { userId }: SpaceUser,
    { project }: Pick<ProjectSpace, 'project'>,
  ): Promise<ViewAsker> {
    const accessRole = accessRoleOf(userId, project);
    const othersMayAdd =
      accessRole !== 'member' || (await this.repository.mayOthersAdd(project, userId));
    return { userId, accessRole, othersMayAdd };
  }

  private async openEntries(
    asker: ViewAsker,
    { project }: ProjectSpace,
    rights: readonly ProjectRight[],
    entries: readonly OpenEntry[],
  ): Promise<OpenEntries> {
    if (asker.accessRole === 'manager' || entries.length === 0) {
      return new OpenEntries(asker, rights, nothingKnown);
    }
    const paths = entries.map(({ path }) => path);
    const tree = await this.repository.listTree(project.id, paths);
    if (!tree) {
      throw new TooScatteredError();
    }
    return new OpenEntries(asker, rights, tree);
  }
}

const rootEntry: OpenEntry = { path: '/', isDirectory: true };
const nothingKnown = { entries: [], unsettled: { roots: new Set<string>(), has: () => false } };

/** One place is left for what a sealed job writes. */
const mostEntries = limits.jobProjectEntriesMax - 1;

const readingOf = (right: ViewQuestion['right']): readonly ProjectRight[] =>
  right === 'view' ? ['view'] : ['view', right];

/** What was allowed because nobody else puts anything there ends with the next member, who raises no version. */
const versionFor = (
  { othersMayAdd }: ViewAsker,
  { rightsVersion }: Pick<ProjectSpace, 'rightsVersion'>,
): string | null => (othersMayAdd ? (rightsVersion ?? null) : null);

function filesOf({ files }: ProjectSpace): ViewFiles {
  return {
    list: (path, size) => files.list(path, { language: 'en', pageNum: 0, size }),
    stat: (path) =>
      files.stat(path).catch((error: unknown) => {
        if (error instanceof DomainError) {
          return null;
        }
        throw error;
      }),
  };
}
