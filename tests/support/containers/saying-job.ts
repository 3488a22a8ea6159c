import { expect } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { readLog } from '../browser/job-calls.js';
import type { ApiClient } from '../platform/api-client.js';
import type { ContainerPlatform } from './container-platform.js';
import { dataDir } from './part-recipes.js';
import { waitLong } from './wait-long.js';

/** Runs a command in the folder of the only user's files, at a server that runs. @returns what it printed */
export async function inHome(platform: ContainerPlatform, command: string): Promise<string> {
  for (const server of platform.servers) {
    if (await server.isRunning()) {
      return server.exec(['sh', '-ec', `cd ${dataDir}/files/home/*\n${command}`]);
    }
  }
  throw new Error('No server runs.');
}

/** Goes on saying lines until it may end; how often it began and how far it is shows in files, too. */
const scriptOf = (name: string): string => `#!/bin/sh
echo begun >> '${name}.starts'
i=0
until [ -e '${name}.over' ]; do
  i=$((i + 1))
  echo "line $i 行"
  echo $i > '${name}.next'
  mv '${name}.next' '${name}.said'
  sleep 0.1
done
echo "$i lines"
`;

/** A job on the host of an agent that says lines until it is let end: what it said is known also while nobody hears it. */
export class SayingJob {
  private constructor(
    private readonly platform: ContainerPlatform,
    private readonly client: ApiClient,
    readonly name: string,
    readonly jobId: string,
  ) {}

  /** @param agent its index */
  static async submit(
    platform: ContainerPlatform,
    client: ApiClient,
    name: string,
    agent: number,
  ): Promise<SayingJob> {
    const { result } = await client.expectOk(endpoints.jobs.run, {
      jobName: name,
      queueName: platform.agent(agent).queueName,
      scriptContent: scriptOf(name),
    });
    return new SayingJob(platform, client, name, result.jobId);
  }

  /** How many lines it has said, whether or not anybody heard them. */
  async countSaid(): Promise<number> {
    return Number(await inHome(this.platform, `cat '${this.name}.said' 2> /dev/null || echo 0`));
  }

  /** Lets it say so many lines more. */
  async waitToSay(count: number): Promise<void> {
    const before = await this.countSaid();
    await waitLong(
      `${this.name} to say ${count} lines`,
      async () => (await this.countSaid()) >= before + count,
    );
  }

  /** Waits until all is shown that it has said by now, and that is something. */
  async waitToBeHeard(by: ApiClient = this.client): Promise<void> {
    const said = await waitLong(`${this.name} to say a line`, async () => {
      const count = await this.countSaid();
      return count > 0 && count;
    });
    await waitLong(`line ${said} of ${this.name} to be heard`, async () =>
      (await readLog(by, this.jobId)).includes(`line ${said} `),
    );
  }

  async readDetail() {
    return (await this.client.expectOk(endpoints.jobs.detail, { jobId: this.jobId })).result;
  }

  /** @returns its detail when it has ended and all of its output is here */
  async waitForEnd() {
    const detail = await waitLong(`${this.name} to end`, async () => {
      const found = await this.readDetail();
      return found.endTime !== null && found;
    });
    await waitLong('all of its output', async () => {
      const { result } = await this.client.expectOk(endpoints.jobs.log, {
        jobId: this.jobId,
        offset: 0,
      });
      return result.isComplete;
    });
    return detail;
  }

  /** Lets it end, and expects each line once, and one start. */
  async expectUnharmed(): Promise<void> {
    await inHome(this.platform, `touch '${this.name}.over'`);
    const { status } = await this.waitForEnd();
    const count = await this.countSaid();
    const said = Array.from({ length: count }, (_, index) => `line ${index + 1} 行`);
    const lines = (await readLog(this.client, this.jobId)).trimEnd().split('\n');
    expect([status, lines]).toEqual(['COMPLETED', [...said, `${count} lines`]]);
    await this.expectOneStart();
  }

  async expectOneStart(): Promise<void> {
    expect(await inHome(this.platform, `cat '${this.name}.starts'`)).toBe('begun\n');
  }
}
