import { Injectable } from '@nestjs/common';
import { limits, type ProjectRight } from '@clusterdesk/contracts';
import { NotAFolderError } from '../../../platform/file-space/file-space.errors.js';
import { isWithin, withoutNestedPaths } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { assertMay, type SpaceUser } from '../../spaces/space.js';
import { ProjectRefusedError } from '../project.errors.js';
import { accessRoleOf } from '../project.policy.js';
import { ProjectPaths } from '../space/project-paths.service.js';
import { projectRef } from '../space/project-ref.js';
import { ProjectSpaceProvider, type ProjectSpace } from '../space/project-space-provider.service.js';
import { OpenEntries, TooScattered, type OpenEntry, type ViewFiles } from './open-entries.js';
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

/** The rights that a job's user needs to what the job writes; such as he may do by hand. */
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
    const version = space.rightsVersion ?? null;
    const workDir = await this.workDirOf(user, space, question);
    const inputs = await Promise.all(
      withoutNestedPaths(question.inputs).map(async (path) => {
        await assertMay(space, 'view', [path]);
        return space.files.stat(path);
      }),
    );
    const from = inputs.length > 0 ? inputs : [rootEntry];
    const roots = from.map(({ path }) => path);
    const open = await this.openEntries(user, space, right === 'view' ? ['view'] : ['view', right], [
      ...roots,
    ]);
    const hidden = inputs.find((entry) => !open.mayUseWhole(entry));
    if (hidden) {
      throw new InputNotOpenError(hidden.path, right);
    }
    const files = filesOf(space);
    const entries: ViewEntry[] =
      right === 'download' ? [{ path: workDir, isDirectory: true, isWritable: true }] : [];
    for (const entry of from) {
      // One place is left for what a sealed job writes.
      const most = limitOf(entries.length);
      const without = right === 'download' ? workDir : null;
      const found = await open.find(entry, files, most, without).catch((error: unknown) => {
        throw error instanceof TooScattered ? new TooScatteredError() : error;
      });
      entries.push(
        ...found
          .filter(({ path }) => without === null || !isBelow(path, without))
          .map((one) => ({ path: one.path, isDirectory: one.isDirectory, isWritable: false })),
      );
    }
    return { workDir, inputs: inputs.map(({ path }) => path), entries, version };
  }

  /** Whether the user may still use all that a job was shown. */
  async isStillAllowed(
    user: SpaceUser,
    projectId: string,
    right: ViewQuestion['right'],
    view: Pick<ProjectView, 'entries' | 'version'>,
  ): Promise<boolean> {
    try {
      const space = await this.spaces.open(user, projectRef(projectId));
      if (view.version !== null && space.rightsVersion === view.version) {
        return true;
      }
      const ofRight = async (
        rights: readonly ProjectRight[],
        entries: readonly ViewEntry[],
      ): Promise<boolean> => {
        const paths = entries.map(({ path }) => path);
        const open = await this.openEntries(user, space, rights, paths);
        return entries.every((entry) => open.isOpen(entry));
      };
      const isRead = await ofRight(
        right === 'view' ? ['view'] : ['view', right],
        view.entries.filter(({ isWritable }) => !isWritable),
      );
      return (
        isRead &&
        (await ofRight(
          writing,
          view.entries.filter(({ isWritable }) => isWritable),
        ))
      );
    } catch (error) {
      if (error instanceof DomainError) {
        return false;
      }
      throw error;
    }
  }

  private async workDirOf(
    user: SpaceUser,
    space: ProjectSpace,
    { right, workDir }: ViewQuestion,
  ): Promise<string> {
    const { project } = space;
    await assertMay(space, 'view', [workDir]);
    const entry = await space.files.stat(workDir);
    if (!entry.isDirectory) {
      throw new NotAFolderError(entry.name);
    }
    if (right === 'download') {
      const open = await this.openEntries(user, space, writing, [entry.path]);
      if (!open.isOpen(entry)) {
        throw new WorkDirNotOpenError(project.adminName);
      }
      return entry.path;
    }
    if (accessRoleOf(user.userId, project) === 'other') {
      // Only members can be let see what they put there, and nobody else.
      throw new ProjectRefusedError('add', project.projectName, project.adminName);
    }
    await assertMay(space, 'add', [entry.path]);
    return entry.path;
  }

  private async openEntries(
    user: SpaceUser,
    { project }: ProjectSpace,
    rights: readonly ProjectRight[],
    paths: readonly string[],
  ): Promise<OpenEntries> {
    const accessRole = accessRoleOf(user.userId, project);
    const { userId } = user;
    if (accessRole === 'manager' || paths.length === 0) {
      return new OpenEntries({ userId, accessRole, othersMayAdd: true }, rights, nothingKnown);
    }
    const tree = await this.repository.listTree(project.id, paths);
    if (!tree) {
      throw new TooScatteredError();
    }
    const othersMayAdd = await this.repository.mayOthersAdd(project, userId);
    return new OpenEntries({ userId, accessRole, othersMayAdd }, rights, tree);
  }
}

const rootEntry: OpenEntry = { path: '/', isDirectory: true };
const nothingKnown = { entries: [], unsettled: { roots: new Set<string>(), has: () => false } };

const limitOf = (taken: number): number => limits.jobProjectEntriesMax - 1 - taken;
const isBelow = (path: string, folder: string): boolean =>
  isWithin(path, folder) && path !== folder;

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
