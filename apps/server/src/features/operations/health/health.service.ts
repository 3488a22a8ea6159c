import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServerDrain } from '../../../platform/http/serving/server-drain.service.js';

export type Readiness = 'ok' | 'stopping' | 'database away';

/** Whether this process can work. */
@Injectable()
export class HealthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: ServerDrain,
  ) {}

  /**
   * Its database answers, and it is not about to stop. Redis is not asked: without it all servers would be taken out at once,
   * and most calls do not need it. It is told on the page of health.
   */
  async readiness(): Promise<Readiness> {
    if (!this.drain.isServing) {
      return 'stopping';
    }
    try {
      await this.dataSource.query('SELECT 1');
      return 'ok';
    } catch {
      return 'database away';
    }
  }
}
