import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { ServerDrain } from '../../../platform/http/serving/server-drain.service.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';

export type Readiness = 'ok' | 'stopping' | 'database away' | 'redis away';

/** Whether this process can work. */
@Injectable()
export class HealthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: ServerDrain,
    private readonly tasks: TaskQueue,
    private readonly config: Config,
  ) {}

  /** Its database and its Redis, where it has one, answer, and it is not about to stop. */
  async readiness(): Promise<Readiness> {
    if (!this.drain.isServing) {
      return 'stopping';
    }
    try {
      await this.dataSource.query('SELECT 1');
    } catch {
      return 'database away';
    }
    try {
      // Refused at once while there is no connection, and within the deadline of a command otherwise.
      await (this.config.redisUrl && this.tasks.count());
      return 'ok';
    } catch {
      return 'redis away';
    }
  }
}
