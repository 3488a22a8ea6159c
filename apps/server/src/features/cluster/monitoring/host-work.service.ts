import { Injectable } from '@nestjs/common';
import type { ClusterWork } from '@clusterdesk/contracts';
import { DesktopSessionRepository } from '../desktop-sessions/desktop-session.repository.js';
import { NodeUsageRegistry } from '../nodes/node-usage-registry.service.js';

/** Every open page asks again and again: within this time all get one answer, milliseconds. */
const keptMs = 3_000;

/** What is under way on hosts. */
@Injectable()
export class HostWork {
  private kept: { counts: Promise<ClusterWork>; until: number } | undefined;

  constructor(
    private readonly uses: NodeUsageRegistry,
    private readonly sessions: DesktopSessionRepository,
  ) {}

  /** Counts what is under way on all hosts, as it was at most 3 s ago. */
  count(): Promise<ClusterWork> {
    if (!this.kept || this.kept.until < Date.now()) {
      const counts = this.read();
      const kept = { counts, until: Date.now() + keptMs };
      counts.catch(() => {
        if (this.kept === kept) {
          this.kept = undefined;
        }
      });
      this.kept = kept;
    }
    return this.kept.counts;
  }

  private async read(): Promise<ClusterWork> {
    const [jobs, sessions] = await Promise.all([this.uses.countJobs(), this.sessions.count()]);
    return { runningJobs: jobs.running, waitingJobs: jobs.waiting, sessions };
  }
}
