import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { MetricReport, MetricSample } from '@clusterdesk/contracts';
import { audience } from '../../platform/realtime/audience.js';
import { Realtime } from '../../platform/realtime/realtime.service.js';
import { NodeRepository } from './node.repository.js';

const beatMs = 1_000;
/** A sample from an agent whose clock runs ahead is not shown in the future. */
const maxAheadMs = 5_000;

interface WaitingReport {
  samples: MetricSample[];
  isStored: () => void;
}

/**
 * Who is there and how busy. Reports of all agents are gathered and stored once a second, and go to the pages as one event
 * a second; silent nodes are marked offline in the same beat (design: Socket.IO).
 */
@Injectable()
export class NodePresence implements OnApplicationShutdown {
  private readonly logger = new Logger('NodePresence');
  private waiting: WaitingReport[] = [];
  private readonly seen = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private isBeating = false;

  constructor(
    private readonly repository: NodeRepository,
    private readonly realtime: Realtime,
  ) {}

  async start(): Promise<void> {
    await this.repository.resetOfflineSince();
    clearInterval(this.timer);
    this.timer = setInterval(() => void this.beat(), beatMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Resolves when the report is stored; an agent keeps it until then. */
  report(nodeId: string, hostname: string, report: MetricReport): Promise<void> {
    const latest = Date.now() + maxAheadMs;
    const samples = report.samples.map((sample) => ({
      nodeId,
      hostname,
      time: Math.min(sample.time, latest),
      cpu: sample.cpu,
      mem: sample.mem,
    }));
    this.seen.add(nodeId);
    return new Promise((resolve) => this.waiting.push({ samples, isStored: resolve }));
  }

  /** The agent is there, though it has reported no sample yet; from now on its node takes jobs. */
  async arrive(nodeId: string): Promise<void> {
    this.announce(await this.repository.touch([nodeId]), true);
  }

  /** Stores what came since the last beat. What cannot be stored stays unanswered. */
  async beat(): Promise<void> {
    if (this.isBeating) {
      return;
    }
    this.isBeating = true;
    const reports = this.waiting;
    const seen = [...this.seen];
    this.waiting = [];
    this.seen.clear();
    try {
      const samples = reports.flatMap((report) => report.samples);
      if (samples.length > 0) {
        await this.repository.insertSamples(samples);
        this.realtime.publish('metrics', audience.topic({ topic: 'monitoring' }), { samples });
      }
      reports.forEach((report) => report.isStored());
      if (seen.length > 0) {
        this.announce(await this.repository.touch(seen), true);
      }
      this.announce(await this.repository.markSilent(), false);
    } catch (error) {
      // Their agents keep what is not answered and say it again; here it would grow while the database is away.
      this.logger.warn({ err: error }, 'Reports could not be stored');
      seen.forEach((nodeId) => this.seen.add(nodeId));
    } finally {
      this.isBeating = false;
    }
  }

  private announce(nodes: readonly { id: string; name: string }[], online: boolean): void {
    for (const node of nodes) {
      this.realtime.publish('nodeStatus', audience.topic({ topic: 'monitoring' }), {
        nodeId: node.id,
        hostname: node.name,
        online,
      });
    }
  }
}
