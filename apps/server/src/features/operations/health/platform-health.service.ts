import { Inject, Injectable, Logger } from '@nestjs/common';
import { healthCheckNames, type HealthCheckName } from '@clusterdesk/contracts';
import { Timings } from '../../../platform/timings.js';
import { healthLookers, type Finding, type HealthLooker } from './health-look.js';

/** What all looks of one moment found. */
export interface Findings {
  /** Milliseconds since the epoch. */
  time: number;
  found: ReadonlyMap<HealthCheckName, NonNullable<Finding>>;
}

/** Looks at all parts of the platform at once, each with a deadline of its own. */
@Injectable()
export class PlatformHealth {
  private readonly logger = new Logger('PlatformHealth');
  /** Looks that have not ended. One that hangs is not begun again: it may hold a thread of the process, or a connection. */
  private readonly running = new Map<HealthCheckName, Promise<Finding>>();
  private kept: { until: number; findings: Promise<Findings> } | undefined;

  constructor(
    @Inject(healthLookers) private readonly lookers: readonly HealthLooker[],
    private readonly timings: Timings,
  ) {}

  /** Never fails: what cannot be told is `unknown`. Whoever asks within a few seconds is told the same. */
  look(): Promise<Findings> {
    const now = performance.now();
    if (!this.kept || this.kept.until < now) {
      this.kept = { until: now + this.timings.health.keptMs, findings: this.lookAtAll() };
    }
    return this.kept.findings;
  }

  private async lookAtAll(): Promise<Findings> {
    const looks = new Map(
      this.lookers.flatMap(({ looks }) =>
        healthCheckNames.flatMap((name) => (looks[name] ? [[name, looks[name]] as const] : [])),
      ),
    );
    const found = await Promise.all(
      healthCheckNames.map(async (name) => {
        const look = looks.get(name);
        const finding = look ? await this.lookAt(name, look) : null;
        return finding ? [[name, finding] as const] : [];
      }),
    );
    return { time: Date.now(), found: new Map(found.flat()) };
  }

  private async lookAt(name: HealthCheckName, look: () => Promise<Finding>): Promise<Finding> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Finding>((resolve) => {
      timer = setTimeout(
        () => resolve({ state: 'unknown', reason: 'noAnswer', facts: {} }),
        this.timings.health.answerMs,
      );
    });
    try {
      return await Promise.race([this.running.get(name) ?? this.begin(name, look), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private begin(name: HealthCheckName, look: () => Promise<Finding>): Promise<Finding> {
    const run = (async () => look())()
      .catch((error: unknown): Finding => {
        this.logger.warn({ err: error, check: name }, 'A part of the platform cannot be looked at');
        return { state: 'unknown', reason: 'lookFailed', facts: {} };
      })
      .finally(() => this.running.delete(name));
    this.running.set(name, run);
    return run;
  }
}
