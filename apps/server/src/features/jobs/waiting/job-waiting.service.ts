import { Injectable } from '@nestjs/common';
import type { JobWaiting as WireWaiting } from '@clusterdesk/contracts';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/config.js';
import { Settings } from '../../../platform/settings/settings.service.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { maySeeHosts } from '../../cluster/cluster.policy.js';
import { HostFaults } from '../../cluster/presence/host-faults.service.js';
import type { PlannedBackend } from '../backends/compute-backend.js';
import { ComputeBackends } from '../backends/compute-backends.js';
import { queueSharePerUser } from '../job.settings.js';
import type { Waiting, WaitReason } from '../life/wait-reason.js';
import { mayFit, mebibyte, type WaitingJob } from '../scheduling/capacity.js';
import { Plan } from '../scheduling/plan.js';
import { longestMinutes, PlanRepository } from '../scheduling/plan.repository.js';
import { JobChainRepository } from '../chains/job-chain.repository.js';
import { QueueLoads } from '../queues/queue-loads.service.js';
import type { ScriptJobEntity } from '../script-job.entity.js';
import { explain, type PlanInput } from './explain.js';
import { Forecasts } from './forecasts.service.js';
import { forecastDepth } from './run-history.repository.js';
import { waitSentences } from './wait-sentences.js';

const minuteMs = 60_000;
/** Hosts with which something is wrong that are named at most. */
const namedHostsMax = 5;

/** The reasons that would pass sooner, or not be, were all hosts well. */
const hostReasons: ReadonlySet<WaitReason['code']> = new Set([
  'NODES_AWAY',
  'NODES_DRAINED',
  'NODES_REFUSED',
  'CPUS',
  'MEMORY',
  'OTHERS_FIRST',
]);

/**
 * Why a job waits and for how long. Nothing is stored that could become untrue: each answer comes of a plan that is made for it, by the
 * scheduler's code and of one moment, and changes nothing.
 */
@Injectable()
export class JobWaiting {
  /** By backend: the reading under way, and the one that follows it for whoever came meanwhile. */
  private readonly current = new Map<string, Promise<void>>();
  private readonly next = new Map<string, Promise<PlanInput>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly backends: ComputeBackends,
    private readonly plans: PlanRepository,
    private readonly forecasts: Forecasts,
    private readonly loads: QueueLoads,
    private readonly chains: JobChainRepository,
    private readonly faults: HostFaults,
    private readonly settings: Settings,
    private readonly config: Config,
  ) {}

  /** Null when the job does not wait. */
  async of(job: ScriptJobEntity, caller: Principal): Promise<WireWaiting | null> {
    const { language } = caller;
    if (job.status !== 'PENDING') {
      return null;
    }
    const ahead = await this.loads.jobsAhead(job);
    const waiting = await this.explain(job, ahead);
    if (!waiting) {
      return null;
    }
    const { reason, earliestStart, hostIds = [] } = waiting;
    const faults = (await this.faults.list(hostIds)).slice(0, namedHostsMax);
    const isWatcher = maySeeHosts(caller);
    const { text, changer, advice } = waitSentences(reason, this.config.timeZone);
    return {
      code: reason.code,
      text: text[language],
      since: (job.waitsSince ?? job.createdAt).getTime(),
      place: ahead === null ? null : ahead + 1,
      whoCanChange: changer,
      advice: advice[language],
      earliestStartAt: earliestStart && earliestStart.getTime(),
      forecastMissMinutes:
        earliestStart && job.queueId ? await this.forecasts.missOf(job.queueId) : null,
      hosts: faults.map(({ nodeId, name, text: fault }) => ({
        ...{ nodeId: isWatcher ? nodeId : null, name, text: fault[language] },
      })),
    };
  }

  private async explain(job: ScriptJobEntity, ahead: number | null): Promise<Waiting | null> {
    if (job.heldReason === 'IS_ARRAY') {
      // It waits for what its first element waits for.
      const [[element]] = await this.chains.findElements(job.id, ['PENDING'], {
        offset: 0,
        size: 1,
      });
      return element ? this.explain(element, ahead) : null;
    }
    if (job.heldReason !== null) {
      return { reason: { code: 'HELD', reason: job.heldReason }, earliestStart: null };
    }
    const backend = this.backends.get(job.backend);
    if (job.placedAt) {
      if (backend.placement === 'delegated') {
        return backend.waitReason(job);
      }
      const code = job.isAccepted ? 'STARTING' : 'NOT_CONFIRMED';
      const hostIds = job.nodeId === null ? [] : [job.nodeId];
      return { reason: { code, place: job.nodeName ?? '' }, earliestStart: null, hostIds };
    }
    if (job.notBefore && job.notBefore > new Date()) {
      return { reason: { code: 'PLATFORM_FAULT', until: job.notBefore }, earliestStart: null };
    }
    if (job.queueId === null || backend.placement === 'delegated') {
      return { reason: { code: 'NOT_PLANNED_YET' }, earliestStart: null };
    }
    return this.explainByPlan(backend, toWaiting(job, job.queueId), job, ahead);
  }

  private async explainByPlan(
    backend: PlannedBackend,
    job: WaitingJob,
    { forecastAt }: ScriptJobEntity,
    ahead: number | null,
  ): Promise<Waiting> {
    const [input, nodes] = await Promise.all([this.latest(backend), backend.nodesOf(job.queueId)]);
    const reason = explain(job, nodes, input);
    const inSight = ahead !== null && ahead < forecastDepth;
    const earliestStart = inSight ? await this.forecasts.startOf(job, input) : null;
    if (earliestStart && forecastAt === null) {
      await this.forecasts.note(job.id, earliestStart);
    }
    const fitting = nodes.filter((node) => mayFit(node, job)).map(({ nodeId }) => nodeId);
    return { reason, earliestStart, hostIds: hostReasons.has(reason.code) ? fitting : [] };
  }

  /**
   * What a plan is made of, read after this call: never older than a plan that was made before. Many calls at once share a reading that
   * begins after all of them.
   */
  private latest(backend: PlannedBackend): Promise<PlanInput> {
    const { name } = backend;
    const reading =
      this.next.get(name) ??
      (this.current.get(name) ?? Promise.resolve()).then(() => {
        this.next.delete(name);
        const begun = this.read(backend);
        const settled = begun.then(
          () => undefined,
          () => undefined,
        );
        this.current.set(name, settled);
        return begun;
      });
    this.next.set(name, reading);
    return reading;
  }

  private async read(backend: PlannedBackend): Promise<PlanInput> {
    const sharePercent = await this.settings.get(queueSharePerUser);
    return this.dataSource.transaction('REPEATABLE READ', async (manager) => {
      const capacity = await backend.capacity(manager);
      const freeCpus = new Plan(capacity).countFreeCpus();
      const waiting = await this.plans.listWaiting(manager, backend.name, freeCpus);
      return { capacity, waiting, sharePercent };
    });
  }
}

function toWaiting(job: ScriptJobEntity, queueId: string): WaitingJob {
  const { id, userId, cpus, memoryMb, maxMinutes, excludedNodes, network, spaceId, isSealed } = job;
  return {
    ...{ id, queueId, userId, cpus, excludedNodes, network },
    project: spaceId === null ? null : { id: spaceId, isSealed },
    memoryBytes: memoryMb === null ? null : memoryMb * mebibyte,
    limitMs: (maxMinutes ?? longestMinutes) * minuteMs,
  };
}
