import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SpaceEntry } from '../../../platform/file-space/space-tree.js';
import {
  EntryNotFoundError,
  NameTakenError,
} from '../../../platform/file-space/file-space.errors.js';
import { joinPath, numberedName } from '../../../platform/file-space/space-path.js';
import { SpaceOperations } from '../../spaces/operations/space-operations.service.js';
import { SpaceEventPublisher } from '../../spaces/space-event-publisher.service.js';
import type { SpaceUser } from '../../spaces/space.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectEntriesRepository } from '../permission/project-entries.repository.js';
import { bitOf, closedToAdding, defaultSwitches, type Switches } from '../permission/switches.js';
import { projectRef } from '../space/project-ref.js';
import {
  ProjectSpaceProvider,
  type ProjectSpace,
} from '../space/project-space-provider.service.js';

/** Who sees an entry, whatever else they may do. */
const viewing = bitOf('user', 'view') | bitOf('group', 'view') | bitOf('other', 'view');

/**
 * Its user may view what a sealed job writes, and so may whoever views the folder that it is in: else the results of one member would
 * close that folder to the running jobs of the others. Managers decide about the rest. Without the right to change it, nobody can put
 * another folder in its place before the job starts.
 */
const resultsSwitches = (ofFolder: Switches): Switches =>
  (ofFolder & viewing) | bitOf('user', 'view') | closedToAdding;

/** So many names of a folder of results are tried. */
const triedNames = 20;

/** Where it is to be made, and how the job remembers it. */
export interface ResultsPlace {
  dir: string;
  name: string;
  /** What an earlier attempt noted. */
  noted: string | null;
  /** Part of the transaction that closes the place, before there is a folder. */
  note(manager: EntityManager, path: string): Promise<void>;
}

/** The folders of what sealed jobs write. */
@Injectable()
export class ResultsFolders {
  constructor(
    private readonly dataSource: DataSource,
    private readonly spaces: ProjectSpaceProvider,
    private readonly projects: ProjectAccessRepository,
    private readonly entries: ProjectEntriesRepository,
    private readonly operations: SpaceOperations,
    private readonly news: SpaceEventPublisher,
  ) {}

  /**
   * Makes the folder, or finds the one that was made. What the switches say is stored for its name before it is there: at no moment
   * anybody can put something into it, and what was there before is never taken. The caller has asked whether the user may add to `dir`.
   */
  async make(user: SpaceUser, projectId: string, place: ResultsPlace): Promise<string> {
    const { dir, noted } = place;
    const name = place.name.normalize('NFC');
    const space = await this.spaces.open(user, projectRef(projectId));
    if (noted !== null && (await this.isMade(space, noted))) {
      return noted;
    }
    for (let number = 0; number < triedNames; number += 1) {
      const path = joinPath(dir, number === 0 ? name : numberedName(name, number, true));
      if ((await this.find(space, path)) || !(await this.tryMake(space, user, place, path))) {
        continue;
      }
      if (await this.isMade(space, path)) {
        this.news.filesChanged(space, [dir]);
        return path;
      }
    }
    throw new NameTakenError(name);
  }

  private async tryMake(
    space: ProjectSpace,
    user: SpaceUser,
    place: ResultsPlace,
    path: string,
  ): Promise<boolean> {
    const { id } = space.project;
    const ofFolder = (await this.entries.findSaved(id, place.dir))?.switches ?? defaultSwitches;
    await this.dataSource.transaction(async (manager) => {
      await this.entries.save(manager, id, path, resultsSwitches(ofFolder), null);
      await place.note(manager, path);
      // A job that is being sent must not be shown the folder around it as it was before.
      await this.projects.raiseVersion(manager, id);
    });
    try {
      // Its switches are those of exactly this spelling.
      return (await this.operations.mkdir(space, user, path)).path === path;
    } catch (error) {
      if (error instanceof NameTakenError) {
        return false;
      }
      throw error;
    }
  }

  private async find(space: ProjectSpace, path: string): Promise<SpaceEntry | null> {
    try {
      return await space.files.stat(path);
    } catch (error) {
      if (error instanceof EntryNotFoundError) {
        return null;
      }
      throw error;
    }
  }

  /** Whether the folder is there and closed by its own switches. One that was opened since, or came into its place, is another. */
  private async isMade(space: ProjectSpace, path: string): Promise<boolean> {
    const saved = await this.entries.findSaved(space.project.id, path);
    const isClosed = saved?.path === path && (saved.switches & closedToAdding) !== 0;
    const entry = isClosed ? await this.find(space, path) : null;
    return entry !== null && entry.isDirectory && entry.path === path;
  }
}
