import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  carryBackups,
  endpoints,
  pruneBackups,
  startScheduledBackup,
} from '@clusterdesk/contracts';
import { isAllowed } from '../../platform/http/access/access.js';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { ConsoleGateway } from '../sessions/live/console-gateway.service.js';
import { ScheduleRepository } from './schedule/schedule.repository.js';
import { CarryingRepository } from './store/carrying.repository.js';

/** What backups register with the platform, and the list that pages may watch. */
@Injectable()
export class BackupsReactions implements OnModuleInit {
  constructor(
    private readonly gateway: ConsoleGateway,
    private readonly dueWork: DueWork,
    private readonly schedule: ScheduleRepository,
    private readonly carrying: CarryingRepository,
  ) {}

  onModuleInit(): void {
    // Users who may request the list may watch it.
    const { access } = endpoints.backups.list;
    this.gateway.allowTopic('backups', (caller) => isAllowed(access, caller));
    this.dueWork.watch(startScheduledBackup, this.schedule.dueCondition);
    this.dueWork.watch(carryBackups, this.carrying.dueCondition);
    // One that could not be removed, as the store is away, comes again with the next regular run.
    this.dueWork.watch(
      pruneBackups,
      `EXISTS (SELECT FROM backup WHERE removed_at > now() - interval '1 minute')`,
    );
  }
}
