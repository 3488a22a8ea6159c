import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@clusterdesk/contracts';
import { readLog } from '../browser/job-calls.js';
import type { ApiClient } from '../platform/api-client.js';
import { waitFor } from '../wait-for.js';

/** Each start adds a line to a file that is the job's own, before anything else; `>>` opens it with O_APPEND. */
const scriptOf = (name: string, body: string): string => `#!/bin/sh
echo "$CLUSTERDESK_JOB_ID $$" >> 'starts-of-${name}'
${body}
`;

/** Says three lines within a moment. */
const says = `for i in 1 2 3; do
  echo "line $i 行"
  sleep 0.1
done`;
/** Until it is stopped, and a minute at most. */
const stays = `echo here
sleep 60`;

export const wholeOutput = 'line 1 行\nline 2 行\nline 3 行\n';

/** What became of a job. */
export interface JobFate {
  status: string;
  output: string;
  /** How often the script began. */
  starts: number;
}

/** A job whose starts are counted by its script. */
export class CountedJob {
  /** Whether the platform answered that it has the job. */
  isAnswered = false;

  constructor(
    private readonly client: ApiClient,
    private readonly queueName: string,
    /** The folder of the disk of whoever submits it. */
    private readonly home: string,
    /** Of no other job of the suite. */
    private readonly name: string,
  ) {}

  /** Resolves with the answer, or without one when the server dies over it. */
  async submit(kind: 'says' | 'stays'): Promise<void> {
    const answer = await this.client
      .call(endpoints.jobs.run, {
        jobName: this.name,
        queueName: this.queueName,
        scriptContent: scriptOf(this.name, kind === 'says' ? says : stays),
      })
      .catch(() => null);
    this.isAnswered = answer?.success === true;
  }

  async waitForOutput(): Promise<void> {
    await waitFor('its output', async () => {
      const jobId = await this.findId();
      return jobId !== null && (await readLog(this.client, jobId)) !== '';
    });
  }

  /** Asks again until the stop is taken, or the job is over, as a person does: an error may mean that nothing was noted. */
  async stop(): Promise<void> {
    const jobId = await this.findId();
    await waitFor('the stop to be taken', async () => {
      const answer = await this.client
        .call(endpoints.jobs.stop, { jobId: jobId ?? '' })
        .catch(() => null);
      return answer !== null && [200, 409].includes(answer.code);
    });
  }

  /** Waits until it is over; null when the platform does not have it. */
  async waitForFate(): Promise<JobFate | null> {
    const jobId = await waitFor('the list of jobs', async () => {
      return { found: await this.findId() };
    }).then(({ found }) => found);
    if (jobId === null) {
      return null;
    }
    const status = await waitFor('the job to be over', async () => {
      const { result } = await this.client.expectOk(endpoints.jobs.detail, { jobId });
      return !['PENDING', 'RUNNING'].includes(result.status) && result.status;
    });
    return { status, output: await readLog(this.client, jobId), starts: this.countStarts() };
  }

  countStarts(): number {
    const file = join(this.home, `starts-of-${this.name}`);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  }

  private async findId(): Promise<string | null> {
    const { result } = await this.client.expectOk(endpoints.jobs.list, { jobName: this.name });
    return result.find(({ scriptName }) => scriptName === this.name)?.jobId ?? null;
  }
}
