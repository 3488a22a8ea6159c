import { Logger } from '@nestjs/common';
import { KeyedThrottle } from '../../platform/keyed-throttle.js';
import { LeftUnansweredError } from './agents/agent-events.js';

/**
 * Stores what agents report within an interval as one batch, per key one batch at a time. All reports of a batch are answered
 * once it is stored, or left unanswered if that fails.
 */
export class ReportsTogether<Report> {
  private readonly logger = new Logger('ReportsTogether');
  private readonly waiting = new Map<
    string,
    { report: Report; settle: (stored: Promise<void>) => void }[]
  >();
  private readonly throttle: KeyedThrottle;

  /**
   * @param name what the reports are called in the log
   * @param edges whether the first report after a quiet time is stored at once
   */
  constructor(
    private readonly name: string,
    intervalMs: number,
    private readonly store: (reports: Report[], key: string) => Promise<void>,
    edges: { leading: boolean } = { leading: false },
  ) {
    this.throttle = new KeyedThrottle(intervalMs, (_, key) => this.storeBatch(key), edges);
  }

  /** Resolves when the report is stored. @throws LeftUnansweredError */
  add(key: string, report: Report): Promise<void> {
    return new Promise((settle) => {
      const batch = this.waiting.get(key) ?? [];
      batch.push({ report, settle });
      this.waiting.set(key, batch);
      this.throttle.pass(key, true);
    });
  }

  close(): void {
    this.throttle.close();
  }

  private async storeBatch(key: string): Promise<void> {
    const batch = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    const reports = batch.map(({ report }) => report);
    const stored = this.store(reports, key).catch((error: unknown) => {
      this.logger.warn({ err: error, key }, `${this.name} could not be stored`);
      throw new LeftUnansweredError('not stored', { cause: error });
    });
    batch.forEach(({ settle }) => settle(stored));
    await stored.catch(() => undefined);
  }
}
