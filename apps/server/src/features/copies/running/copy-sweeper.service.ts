import { readdir } from 'node:fs/promises';
import { Injectable, Logger } from '@nestjs/common';
import { runCopies, sweepCopies } from '@clusterdesk/contracts';
import { isUuid } from '../../../platform/database/is-uuid.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { Staging } from '../../spaces/storage/staging.js';
import { runSweep } from '../../spaces/tasks/run-sweep.js';
import { CopyRepository } from '../copy.repository.js';

/** Restarts copies whose process died, and removes what is left of finished ones. */
@Injectable()
export class CopySweeper {
  private readonly logger = new Logger('CopySweeper');

  constructor(
    private readonly staging: Staging,
    private readonly copies: CopyRepository,
    private readonly tasks: TaskQueue,
  ) {}

  @OnDue(sweepCopies)
  async sweep(): Promise<void> {
    await runSweep(this.logger, {
      staleCopies: () => this.tasks.add(runCopies, {}),
      oldRows: () => this.copies.deleteOld(),
      stagedFiles: () => this.removeStaged(),
    });
  }

  private async removeStaged(): Promise<void> {
    for (const id of await readdir(this.staging.copiesDir)) {
      if (isUuid(id) && !(await this.copies.mayBeWritten(id))) {
        await this.staging.removeCopy(id);
      }
    }
  }
}
