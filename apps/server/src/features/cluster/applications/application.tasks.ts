import { Injectable, type OnModuleInit } from '@nestjs/common';
import { runApplications } from '@clusterdesk/contracts';
import { LostWork } from '../../../platform/tasks/lost-work.service.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { RunDispatcher } from './runs/run-dispatcher.service.js';
import { RunRepository } from './runs/run.repository.js';

/** Background tasks of applications. */
@Injectable()
export class ApplicationTasks implements OnModuleInit {
  constructor(
    private readonly dispatcher: RunDispatcher,
    private readonly runs: RunRepository,
    private readonly lostWork: LostWork,
  ) {}

  onModuleInit(): void {
    this.lostWork.watch(runApplications, this.runs.openCondition);
  }

  @OnTask(runApplications)
  run(): Promise<void> {
    return this.dispatcher.run();
  }
}
