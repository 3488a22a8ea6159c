import { Injectable, type OnModuleInit } from '@nestjs/common';
import { carryBackups, pruneBackups } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';

/** What backups register with the platform. */
@Injectable()
export class BackupReactions implements OnModuleInit {
  constructor(private readonly dueWork: DueWork) {}

  onModuleInit(): void {
    this.dueWork.watch(
      carryBackups,
      'EXISTS (SELECT FROM backup WHERE fetch_asked_at IS NOT NULL)',
    );
    // One that could not be removed, as the store is away, comes again with the next regular run.
    this.dueWork.watch(
      pruneBackups,
      `EXISTS (SELECT FROM backup WHERE removed_at > now() - interval '1 minute')`,
    );
  }
}
