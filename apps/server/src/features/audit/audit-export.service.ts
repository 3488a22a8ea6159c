import { Injectable } from '@nestjs/common';
import { answerCodes, endpoints, limits } from '@clusterdesk/contracts';
import { Config } from '../../config/config.js';
import { Semaphore } from '../../platform/concurrency.js';
import { SharedTurns } from '../../platform/locks/shared-turns.service.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { isAllowed } from '../../platform/http/access/access.js';
import { Authenticator, type Principal } from '../../platform/http/access/principal.js';
import { RunningWork } from '../../platform/running-work/running-work.service.js';
import { AuditLogRepository, type LogFilter } from './audit-log.repository.js';
import { toLogRow } from './audit.presenter.js';
import { csvHead, csvLine } from './log-csv.js';

/** How many rows are in memory at once. */
const atOnce = 1_000;

/** Exports of everybody that run at once, over all servers, of each user one (`turn` of the endpoint), and that wait at each. */
const exportsAtOnce = 2;
const maxWaiting = 8;

/** The log as a file. */
@Injectable()
export class AuditExport {
  private readonly exports = new Semaphore(exportsAtOnce, {
    maxWaiting,
    refuse: () => new ExportsBusyError(),
  });

  constructor(
    private readonly repository: AuditLogRepository,
    private readonly authenticator: Authenticator,
    private readonly running: RunningWork,
    private readonly turns: SharedTurns,
    private readonly config: Config,
  ) {}

  /** Does the whole of an export when one may run. @throws ExportsBusyError, and the signal's reason */
  run(work: () => Promise<void>, gone: () => AbortSignal): Promise<void> {
    return this.exports.run(() => this.turns.run('log exports', exportsAtOnce, work, gone), gone);
  }

  /**
   * The lines, newest first, until the limit.
   * @param token of the caller's session: what it permits is asked again on the way
   * @throws RightEndedError when the caller's right ends on the way
   */
  async *lines(caller: Principal, token: string, filter: LogFilter): AsyncGenerator<string> {
    const { timeZone } = this.config;
    const { language } = caller;
    const work = this.running.begin(
      { userId: caller.userId, sessionId: caller.sessionId },
      { isStillAllowed: () => this.mayRead(token) },
    );
    try {
      yield csvHead(language, timeZone);
      let left: number = limits.logExportRows;
      let beforeId: string | null = null;
      while (left > 0) {
        work.signal.throwIfAborted();
        const size = Math.min(atOnce, left);
        const rows = await this.repository.listBefore(filter, beforeId, size);
        yield rows.map((row) => csvLine(toLogRow(row, timeZone, language), language)).join('');
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

/** As many exports run and wait as may. */
class ExportsBusyError extends DomainError {
  constructor() {
    super('LOG_EXPORTS_BUSY', answerCodes.tooMany, {
      cn: '正在导出日志的用户过多，请稍后重试',
      en: 'Too many people are exporting the log. Try again later.',
    });
  }
}
