import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { removeUser, sweepRemovals, type TaskPayload } from '@clusterdesk/contracts';
import { DueWork } from '../../platform/tasks/due-work.service.js';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../platform/tasks/on-task.decorator.js';
import { UserRemovals } from './leaving/user-removal.service.js';

/** The background work of users. */
@Injectable()
export class UserTasks implements OnModuleInit {
  private readonly logger = new Logger('UserTasks');

  constructor(
    private readonly removals: UserRemovals,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(sweepRemovals, this.removals.lostCondition);
  }

  @OnTask(removeUser)
  async remove({ removalId }: TaskPayload<typeof removeUser>): Promise<void> {
    await this.removals.carryOut(removalId);
  }

  /** Carries on what a process left behind when it ended. One that fails does not stop the others. */
  @OnDue(sweepRemovals)
  async sweep(): Promise<void> {
    for (const id of await this.removals.listLost()) {
      await this.removals
        .carryOut(id)
        .catch((error: unknown) =>
          this.logger.error({ err: error, removalId: id }, 'A user is not yet removed completely'),
        );
    }
  }
}
