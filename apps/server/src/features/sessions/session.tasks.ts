import { Injectable } from '@nestjs/common';
import { sweepSessions } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { OnDue } from '../../platform/tasks/on-due.decorator.js';

/** The background work of sessions. */
@Injectable()
export class SessionTasks {
  constructor(private readonly dataSource: DataSource) {}

  /** Deletes sessions, codes and tickets that have expired. */
  @OnDue(sweepSessions)
  async sweep(): Promise<void> {
    await this.dataSource.query('DELETE FROM user_session WHERE expires_at < now()');
    await this.dataSource.query('DELETE FROM sign_in_code WHERE expires_at < now()');
    await this.dataSource.query('DELETE FROM fetch_ticket WHERE expires_at < now()');
  }
}
