import { describe, expect, it, jest } from '@jest/globals';
import { dispatchJobs } from '@clusterdesk/contracts';
import type { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { CommandLines } from '../backends/command-lines.service.js';
import { DispatchRequests } from './dispatch-requests.service.js';

const add = jest.fn<TaskQueue['add']>().mockResolvedValue(undefined);
let lines: CommandLines;
const requestsServedBy = (dispatch: (backend: string) => Promise<boolean>): DispatchRequests => {
  add.mockClear();
  lines = new CommandLines();
  const requests = new DispatchRequests({ add } as unknown as TaskQueue, lines);
  requests.serve(dispatch);
  return requests;
};

describe('requests of plans', () => {
  it('that come during a plan are one more plan, however many', async () => {
    const plans: { backend: string; finish: (isDone: boolean) => void }[] = [];
    const requests = requestsServedBy(
      (backend) => new Promise((finish) => plans.push({ backend, finish })),
    );
    const pass = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    for (let count = 0; count < 1_000; count += 1) {
      requests.request('agent');
    }
    requests.request('other');
    expect(plans.map(({ backend }) => backend)).toEqual(['agent', 'other']);
    plans.forEach(({ finish }) => finish(true));
    await pass();
    expect(plans).toHaveLength(3);
    plans.at(-1)!.finish(true);
    await pass();
    requests.request('agent');
    expect(plans).toHaveLength(4);
    expect(add).not.toHaveBeenCalled();
  });

  it.each([
    ['another process plans', () => Promise.resolve(false)],
    ['this process cannot', () => Promise.reject(new Error('planted'))],
  ])('are left to a worker when %s', async (_, dispatch) => {
    const requests = requestsServedBy(dispatch);
    requests.request('agent');
    await lines.onApplicationShutdown();
    expect(add.mock.calls).toEqual([[dispatchJobs, { backend: 'agent' }]]);
  });
});
