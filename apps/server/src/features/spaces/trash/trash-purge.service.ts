import { Injectable } from '@nestjs/common';
import { purgeTrash, type TaskPayload } from '@clusterdesk/contracts';
import { OnTask } from '../../../platform/tasks/on-task.decorator.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import type { SpaceKey } from '../space-key.js';
import { SpaceUsages } from '../usage/space-usages.service.js';
import { TrashEventPublisher } from './trash-event-publisher.service.js';
import { SpaceRegistry } from '../space.js';

/** After so long a run says what is free by now, lets other tasks have its place and goes on behind them. */
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

  /** Asks the worker to free what is purged now in a trash, by the name of its folder. */
  async request(trash: TaskPayload<typeof purgeTrash>): Promise<void> {
    await this.tasks.add(purgeTrash, trash);
  }

  /** The same by the space that the trash is of. */
  async requestFor(key: SpaceKey): Promise<void> {
    const name = await this.spaces.find(key.space)?.trashes?.nameOf(key);
    if (name) {
      await this.request({ space: key.space, name });
    }
  }

  /** Removes what is purged and tells who sees the trash what is free. Stopped at any moment, a later run goes on. */
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
