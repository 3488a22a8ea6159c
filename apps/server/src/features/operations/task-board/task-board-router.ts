import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Job, Queue } from 'bullmq';
import type { RequestHandler } from 'express';
import { hideSecrets } from './shown-task.js';

/** A queue on the board: read only, and without what must not leave the server. */
class ShownQueue extends BullMQAdapter {
  constructor(queue: Queue) {
    super(queue, { readOnlyMode: true });
  }

  override async getJob(id: string): Promise<Job | undefined> {
    const task = await super.getJob(id);
    return task && shown(task);
  }

  override async getJobs(...range: Parameters<BullMQAdapter['getJobs']>): Promise<Job[]> {
    return (await super.getJobs(...range)).map(shown);
  }
}

function shown(task: Job): Job {
  hideSecrets(task);
  return task;
}

/** Bull Board over the queues. @param basePath where it is mounted, from the root of the address */
export function makeTaskBoard(queues: readonly Queue[], basePath: string): RequestHandler {
  const serverAdapter = new ExpressAdapter().setBasePath(basePath);
  createBullBoard({
    queues: queues.map((queue) => new ShownQueue(queue)),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'ClusterDesk' } },
  });
  const router: unknown = serverAdapter.getRouter();
  return router as RequestHandler;
}
