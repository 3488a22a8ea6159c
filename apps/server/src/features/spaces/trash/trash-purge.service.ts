import { Injectable } from '@nestjs/common';
import { purgeTrash, type TaskPayload } from '@clusterdesk/contracts';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import type { SpaceKey } from '../space-key.js';
import { SpaceUsages } from '../usage/space-usages.service.js';
import { TrashEventPublisher } from './trash-event-publisher.service.js';
import { SpaceRegistry } from '../space.js';

/** After this time a run reports what it freed and goes on behind other tasks. */
const sliceMs = 2_000;

/** Frees, in the worker, the space of what was purged from trashes. */
@Injectable()
export class TrashPurge {
  constructor(
    private readonly spaces: SpaceRegistry,
    private readonly usages: SpaceUsages,
    private readonly tasks: TaskQueue,
    private readonly news: TrashEventPublisher,
  ) {}

  /** Asks the worker to free what was purged in a trash, by the name of its folder. */
  async request(trash: TaskPayload<typeof purgeTrash>): Promise<void> {
    await this.tasks.add(purgeTrash, trash);
  }

  /** The same, by the space. */
  async requestFor(key: SpaceKey): Promise<void> {
    const name = await this.spaces.find(key.space)?.trashes?.nameOf(key);
    if (name) {
      await this.request({ space: key.space, name });
    }
  }

  /** Frees what was purged and tells those who see the trash. If it is stopped, a later run continues. */
  @OnTask(purgeTrash)
  async run(
    { space, name }: TaskPayload<typeof purgeTrash>,
    signal: AbortSignal,
    turnMs = sliceMs,
  ): Promise<void> {
    const holder = this.spaces.find(space)?.trashes;
    if (!holder) {
      return;
    }
    const turn = AbortSignal.timeout(turnMs);
    const store = holder.open(name);
    const freedBytes = await store.removePurged(AbortSignal.any([signal, turn]));
    const key = await holder.keyOf(name);
    if (key !== null) {
      await this.usages.note(key, -freedBytes, -freedBytes);
      await this.news.tell(key);
    }
    if (turn.aborted && !signal.aborted && (await store.hasPurged())) {
      await this.request({ space, name });
    }
  }
}
