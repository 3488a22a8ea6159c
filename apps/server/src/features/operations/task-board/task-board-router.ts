import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Job, Queue } from 'bullmq';
import type { RequestHandler, Response } from 'express';
import { hideSecrets } from './shown-task.js';

/** A queue on the board: read only, and without what must not leave the server. */
class ShownQueue extends BullMQAdapter {
  constructor(queue: Queue) {
    super(queue, { readOnlyMode: true });
  }

  /** On PostgreSQL BullMQ knows none; the health page counts them. */
  override getWorkers(): Promise<null> {
    return Promise.resolve(null);
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
  const router = serverAdapter.getRouter() as RequestHandler;
  return (request, response, next) => {
    withinPolicy(response);
    return router(request, response, next);
  };
}

/** Its page has a base, which our pages need not have, and asks another host for fonts, which the policy refuses in any case. */
function withinPolicy(response: Response): void {
  const name = 'Content-Security-Policy';
  const policy = String(response.getHeader(name));
  response.setHeader(name, policy.replace("base-uri 'none'", "base-uri 'self'"));
  const send = response.send.bind(response);
  response.send = (body: unknown) =>
    send(typeof body === 'string' ? body.replace(/<link href="https:[^>]*>/, '') : body);
}
