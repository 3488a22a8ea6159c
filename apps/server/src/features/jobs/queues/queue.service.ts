import { Injectable } from '@nestjs/common';
import type { QueueInfo, QueueLoad, QueueOption } from '@clusterdesk/contracts';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../../platform/http/access/principal.js';
import { QueueNotFoundError } from '../job.errors.js';
import { managesQueues } from '../job.policy.js';
import { QueueAccess } from './queue-access.service.js';
import { QueueLoads } from './queue-loads.service.js';
import { QueueGoneError } from './queue.errors.js';
import { toQueueInfo, toQueueOption } from './queue.presenter.js';
import { QueueRepository, type QueueWithNodes } from './queue.repository.js';

/** Queues as people see them: all for who manages them, else those they may submit to. */
@Injectable()
export class QueueService {
  constructor(
    private readonly queues: QueueRepository,
    private readonly access: QueueAccess,
    private readonly loads: QueueLoads,
  ) {}

  async list(caller: Principal): Promise<QueueOption[]> {
    const queues = await this.queues.list(seenBy(caller));
    const members = managesQueues(caller)
      ? await this.queues.listMembers(queues.map(({ id }) => id))
      : undefined;
    return queues.map((queue) => toQueueOption(queue, members?.get(queue.id), caller.language));
  }

  /** Whether there is a queue of Slurm's, or one that has a node. */
  hasAny(): Promise<boolean> {
    return this.queues.hasAny();
  }

  async listLoads(caller: Principal): Promise<QueueLoad[]> {
    return this.loads.of(await this.queues.list(seenBy(caller)));
  }

  /** For who manages queues. @throws QueueGoneError */
  async getInfo({ language }: Principal, queueId: string): Promise<QueueInfo> {
    const [queue] = await this.queues.list({ queueId });
    const members = (await this.queues.listMembers([queueId])).get(queueId);
    if (!queue || !members) {
      throw new QueueGoneError();
    }
    return toQueueInfo(queue, members, language);
  }

  /** To submit to. @throws QueueNotFoundError, also for a queue that is not open to the caller */
  async getUsable(caller: Principal, queueName: string): Promise<QueueWithNodes> {
    const [queue] = await this.queues.list({ ...seenBy(caller), queueName });
    if (!queue) {
      throw new QueueNotFoundError();
    }
    return queue;
  }

  /**
   * Part of the transaction that stores a job: the queue is neither deleted nor closed to the user before the job is in it.
   * @throws QueueNotFoundError
   */
  async lockToSubmit(manager: EntityManager, queueId: string, userId: string): Promise<void> {
    const isThere = await this.queues.lockToSubmit(manager, queueId);
    if (!isThere || !(await this.access.isGiven(manager, queueId, userId))) {
      throw new QueueNotFoundError();
    }
  }
}

const seenBy = (caller: Principal): { userId?: string } =>
  managesQueues(caller) ? {} : { userId: caller.userId };
