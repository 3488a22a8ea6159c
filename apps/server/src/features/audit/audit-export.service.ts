import { Injectable } from '@nestjs/common';
import { endpoints, limits } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import { isAllowed } from '../../platform/http/access/access.js';
import { Authenticator, type Principal } from '../../platform/http/access/principal.js';
import { RunningWork } from '../../platform/running-work/running-work.service.js';
import { AuditLogRepository, type LogFilter } from './audit-log.repository.js';
import { toLogRow } from './audit.presenter.js';
import { csvHead, csvLine } from './log-csv.js';

/** So many rows are in memory at once. */
const atOnce = 1_000;

/** The log as a file. */
@Injectable()
export class AuditExport {
  constructor(
    private readonly repository: AuditLogRepository,
    private readonly authenticator: Authenticator,
    private readonly running: RunningWork,
    private readonly config: Config,
  ) {}

  /**
   * The lines, newest first, until the limit.
   * @param token of the caller's session: what it permits is asked again on the way
   * @throws RightEndedError when the caller's right ends on the way
   */
  async *lines(caller: Principal, token: string, filter: LogFilter): AsyncGenerator<string> {
    const { timeZone } = this.config;
    const work = this.running.begin(
      { userId: caller.userId, sessionId: caller.sessionId },
      { isStillAllowed: () => this.mayRead(token) },
    );
    try {
      yield csvHead(caller.language, timeZone);
      let left: number = limits.logExportRows;
      let beforeId: string | null = null;
      while (left > 0) {
        work.signal.throwIfAborted();
        const size = Math.min(atOnce, left);
        const rows = await this.repository.listBefore(filter, beforeId, size);
        yield rows.map((row) => csvLine(toLogRow(row, timeZone))).join('');
        beforeId = rows.at(-1)?.id ?? null;
        left = rows.length < size ? 0 : left - size;
      }
    } finally {
      work.end();
    }
  }

  private async mayRead(token: string): Promise<boolean> {
    const caller = await this.authenticator.authenticate(token);
    return isAllowed(endpoints.audit.exportRows.access, caller);
  }
}
