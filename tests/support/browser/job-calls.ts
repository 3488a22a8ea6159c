import { endpoints } from '@clusterdesk/contracts';
import type { ApiClient } from '../platform/api-client.js';

/** How many cores the largest node has. */
export async function mostCpus(client: ApiClient): Promise<number> {
  const { result } = await client.expectOk(endpoints.jobs.queueList, {});
  return Math.max(...result.flatMap((queue) => queue.calculations.map(({ cpus }) => cpus)));
}

/** All that a job has said. */
export async function readLog(client: ApiClient, jobId: string): Promise<string> {
  let [text, offset] = ['', 0];
  for (;;) {
    const { result } = await client.expectOk(endpoints.jobs.log, { jobId, offset });
    text += result.text;
    if (result.isComplete || result.nextOffset === offset) {
      return text;
    }
    offset = result.nextOffset;
  }
}

/** A line of script that waits for a file, which the test puts there. */
export const waitAt = (gate: string): string => `until [ -e gate-${gate} ]; do sleep 0.1; done`;
