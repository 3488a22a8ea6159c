import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ServerDrain } from '../../platform/http/serving/server-drain.service.js';

export type Readiness = 'ok' | 'stopping' | 'database away';

/** Whether this process can work. */
@Injectable()
export class HealthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: ServerDrain,
  ) {}

  /** Its database answers, and it is not about to stop. */
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
