import { Injectable } from '@nestjs/common';
import { limits, type EndpointParams, type jobEndpoints } from '@clusterdesk/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { AfterCommit } from '../../../platform/database/after-commit.js';
import { Config } from '../../../config/config.js';
import { lockInTransaction } from '../../../platform/database/advisory-locks.js';
import { isTaken } from '../../../platform/database/is-taken.js';
import { AuditTrail } from '../../../platform/http/audit-trail.js';
import { JobEnding } from '../life/job-ending.service.js';
import { DispatchRequests } from '../scheduling/dispatch-requests.service.js';
import { QueueAccess } from './queue-access.service.js';
import {
  QueueChangesRepository,
  type MemberKind,
  type QueueNodes,
} from './queue-changes.repository.js';
import {
  QueueFullError,
  QueueGoneError,
  QueueHasJobsError,
  QueueNameTakenError,
  QueueNeedsNodeError,
  QueueNodeTooSmallError,
  QueueNodeUnknownError,
  QueueSlurmOffError,
  QueueProjectUnknownError,
  QueueUserUnknownError,
  UsualTimeTooLongError,
} from './queue.errors.js';
import { toLoggedQueue, type LoggedQueue } from './queue.presenter.js';
import { QueueRepository } from './queue.repository.js';

type AddInput = EndpointParams<typeof jobEndpoints.queueAdd>;

/** What whoever manages queues does with them. */
@Injectable()
export class QueueChanges {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queues: QueueRepository,
    private readonly repository: QueueChangesRepository,
    private readonly access: QueueAccess,
    private readonly ending: JobEnding,
    private readonly requests: DispatchRequests,
    private readonly audit: AuditTrail,
    private readonly config: Config,
    private readonly afterCommit: AfterCommit,
  ) {}

  /**
   * Adds a queue, or edits that of `id`: what is absent stays, and what others changed meanwhile does. Jobs that wait keep their
   * network and time limit; those whose owners may no longer submit are held.
   * @throws QueueGoneError, QueueNameTakenError, UsualTimeTooLongError, QueueNeedsNodeError, QueueNodeUnknownError
   * @throws QueueNodeTooSmallError, QueueProjectUnknownError, QueueUserUnknownError, QueueFullError
   */
  async save(input: AddInput): Promise<{ id: string }> {
    const { id, backend } = await this.dataSource
      .transaction((manager) => this.saveIn(manager, input))
      .catch((error: unknown) => {
        throw isTaken(error) ? new QueueNameTakenError() : error;
      });
    await this.access.settle({ queueId: id });
    // It may have got CPUs that jobs wait for.
    this.requests.request(backend);
    return { id };
  }

  /**
   * With `cancelJobs` those that wait end, and those that run are stopped.
   * @throws QueueGoneError, QueueHasJobsError
   */
  async remove({ id, cancelJobs }: EndpointParams<typeof jobEndpoints.queueDelete>): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const queue = await this.repository.lock(manager, id, true);
      if (!queue) {
        throw new QueueGoneError();
      }
      // Or a job could get its place while it is taken out.
      await lockInTransaction(manager, 'plan', queue.backend);
      const open = await this.repository.countOpen(manager, id);
      if (open > 0 && !cancelJobs) {
        throw new QueueHasJobsError(open);
      }
      const { queueName } = queue;
      const before = await this.describe(manager, id);
      const jobIds = await this.repository.takeOutJobs(manager, id);
      await this.repository.delete(manager, id);
      await this.audit.record(manager, {
        target: { type: 'queue', id, name: queueName },
        details: { before, cancelledJobs: jobIds.length },
      });
      this.afterCommit.run(manager, async () => {
        this.access.announce();
        for (const jobId of jobIds) {
          await this.ending.end(jobId, 'QUEUE_DELETED');
        }
      });
    });
  }

  private async saveIn(
    manager: EntityManager,
    input: AddInput,
  ): Promise<{ id: string; backend: string }> {
    const isNew = input.id === undefined;
    // The contract demands a name of a new one.
    const id = input.id ?? (await this.repository.insert(manager, input.queueName ?? ''));
    const queue = await this.repository.lock(manager, id);
    if (!queue) {
      throw new QueueGoneError();
    }
    const before = isNew ? null : await this.describe(manager, id);
    if (input.backend === 'slurm' && !this.config.slurm) {
      throw new QueueSlurmOffError();
    }
    const updated = await this.repository.update(manager, id, input, isNew);
    const { backend, defaultMinutes, maxMinutes } = updated;
    if (defaultMinutes > maxMinutes) {
      throw new UsualTimeTooLongError(maxMinutes);
    }
    if (backend === 'slurm') {
      await this.repository.setNodes(manager, id, new Map());
    } else {
      await this.saveNodes(manager, id, input);
    }
    await this.saveMembers(manager, id, 'project', {
      whole: input.projects,
      added: input.addProjectIds,
      removed: input.removeProjectIds,
    });
    await this.saveMembers(manager, id, 'user', {
      whole: input.userInfos,
      added: input.addUserIds,
      removed: input.removeUserIds,
    });
    const after = await this.describe(manager, id);
    await this.audit.record(manager, {
      target: { type: 'queue', id, name: after.queueName },
      details: { before, after },
    });
    this.afterCommit.run(manager, () => {
      this.access.announce();
    });
    return { id, backend };
  }

  /** Of a node that stays as it was nothing is asked: it may have got fewer CPUs meanwhile. */
  private async saveNodes(
    manager: EntityManager,
    id: string,
    { backend, calculations, setCalculations = [], removeCalculationIds = [] }: AddInput,
  ): Promise<void> {
    const changes = setCalculations.length + removeCalculationIds.length;
    if (!backend && !calculations && changes === 0) {
      return;
    }
    const had = await this.repository.nodesOf(manager, id);
    const nodes = new Map(calculations?.map((node) => [node.id, node.cpus]) ?? had);
    setCalculations.forEach((node) => nodes.set(node.id, node.cpus));
    removeCalculationIds.forEach((nodeId) => nodes.delete(nodeId));
    if (nodes.size === 0) {
      throw new QueueNeedsNodeError();
    }
    if (nodes.size > limits.queueMaxNodes) {
      throw new QueueFullError();
    }
    await this.assertNodesGive(
      manager,
      new Map([...nodes].filter(([nodeId, cpus]) => had.get(nodeId) !== cpus)),
    );
    await this.repository.setNodes(manager, id, nodes);
  }

  private async assertNodesGive(manager: EntityManager, wanted: QueueNodes): Promise<void> {
    const found = await this.repository.lockNodes(manager, [...wanted.keys()]);
    if (found.length !== wanted.size) {
      throw new QueueNodeUnknownError();
    }
    for (const { id, name, cpuCount } of found) {
      // A host that was never there has not said how many it has; a plan gives no more than that in any case.
      if (cpuCount !== null && (wanted.get(id) ?? 0) > cpuCount) {
        throw new QueueNodeTooSmallError(name, cpuCount);
      }
    }
  }

  private async saveMembers(
    manager: EntityManager,
    id: string,
    kind: MemberKind,
    change: {
      whole: readonly { id: string }[] | undefined;
      added: readonly string[] | undefined;
      removed: readonly string[] | undefined;
    },
  ): Promise<void> {
    const { whole, added = [], removed = [] } = change;
    if (!whole && added.length + removed.length === 0) {
      return;
    }
    const had = await this.repository.membersOf(manager, kind, id);
    const ids = new Set([...(whole?.map((member) => member.id) ?? had), ...added]);
    removed.forEach((memberId) => ids.delete(memberId));
    if (ids.size > limits.queueMaxMembers) {
      throw new QueueFullError();
    }
    const fresh = [...ids].filter((memberId) => !had.includes(memberId));
    if ((await this.repository.lockMembers(manager, kind, fresh)) !== fresh.length) {
      throw kind === 'user' ? new QueueUserUnknownError() : new QueueProjectUnknownError();
    }
    await this.repository.setMembers(manager, kind, id, [...ids]);
  }

  private async describe(manager: EntityManager, id: string): Promise<LoggedQueue> {
    const [queue] = await this.queues.list({ queueId: id }, manager);
    const members = (await this.queues.listMembers([id], manager)).get(id);
    if (!queue || !members) {
      throw new QueueGoneError();
    }
    return toLoggedQueue(queue, members);
  }
}
