import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ancestorDirs } from '../../spaces/ancestor-dirs.js';
import { ProjectAccessRepository } from '../access/project-access.repository.js';
import { ProjectPeopleRepository } from '../members/project-people.repository.js';
import { holdingFor } from '../permission/decide-permission.js';
import { ProjectEntriesRepository } from '../permission/project-entries.repository.js';

/** Entries noted in one transaction: no statement takes long. */
const notedAtOnce = 200;

/** What jobs make in projects belongs to those who submitted them. */
@Injectable()
export class JobMadeEntries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly entries: ProjectEntriesRepository,
    private readonly projects: ProjectAccessRepository,
    private readonly people: ProjectPeopleRepository,
  ) {}

  /**
   * Notes that a user put entries there which a job of this user made. Left out are those of which it is noted that somebody put them
   * there by themselves, those that an operation covers which is not settled, and those whose folder says the same. Safe to repeat.
   */
  async notePut(projectId: string, userId: string, paths: readonly string[]): Promise<void> {
    for (let start = 0; start < paths.length; start += notedAtOnce) {
      const some = paths.slice(start, start + notedAtOnce);
      await this.dataSource.transaction(async (manager) => {
        const { entries, unsettled } = await this.entries.listAt(projectId, some, manager);
        const known = new Map(entries.map((entry) => [entry.path, entry]));
        const mine = some.filter((path) => {
          const chain = ancestorDirs(path).reverse();
          const { putBy } = holdingFor(chain.flatMap((at) => known.get(at) ?? []));
          return !known.get(path)?.wasPut && !unsettled.has(path) && putBy !== userId;
        });
        if (mine.length > 0) {
          await this.entries.notePut(manager, projectId, userId, mine, 'unlessKnown');
          await this.projects.raiseVersion(manager, projectId);
        }
      });
    }
  }

  /** What a user is called, as the pages of projects show it; null: the user was deleted. */
  async nameOf(userId: string): Promise<string | null> {
    const user = (await this.people.listOptions([userId])).get(userId);
    return user ? user.realName || user.userName : null;
  }
}
