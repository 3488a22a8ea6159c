import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findApplicationRuns, runApplications } from '@clusterdesk/contracts';
import { DueWork } from '../../../platform/tasks/due-work.service.js';
import { OnDue } from '../../../platform/tasks/on-due.decorator.js';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { RunDispatcher } from './runs/run-dispatcher.service.js';
import { RunRepository } from './runs/run.repository.js';

/** Background tasks of applications. */
@Injectable()
export class ApplicationTasks implements OnModuleInit {
  constructor(
    private readonly dispatcher: RunDispatcher,
    private readonly runs: RunRepository,
    private readonly tasks: TaskQueue,
    private readonly dueWork: DueWork,
  ) {}

  onModuleInit(): void {
    this.dueWork.watch(findApplicationRuns, this.runs.openCondition);
  }

  @OnTask(runApplications)
  run(): Promise<void> {
    return this.dispatcher.run();
  }

  @OnDue(findApplicationRuns)
  async find(): Promise<void> {
    await this.tasks.add(runApplications, {});
  }
}
