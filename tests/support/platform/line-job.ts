import { writeFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { endpoints } from '@clusterdesk/contracts';
import { waitFor } from '../wait-for.js';
import type { ApiClient } from './api-client.js';

/** Says where it is, and lines until its file is there. */
const scriptOf = (name: string): string => `#!/bin/sh
pwd
i=0
until [ -e '${name}.over' ]; do
  i=$((i + 1))
  echo "line $i 行"
  sleep 0.1
done
echo "$i lines"
exit 7
`;

type MakeFile = (path: string) => Promise<unknown>;

/** A job that goes on saying lines, whatever is killed meanwhile, until the test lets it end: it lasts as long as the test needs. */
export class LineJob {
  private constructor(
    private readonly client: ApiClient,
    private readonly name: string,
    readonly jobId: string,
    private readonly makeFile: MakeFile,
  ) {}

  /**
   * @param name of no other job of the suite
   * @param makeFile makes an empty file where the job runs; default: on this host
   */
  static async submit(
    client: ApiClient,
    name: string,
    queueName = 'local',
    makeFile: MakeFile = (path) => writeFile(path, ''),
  ): Promise<LineJob> {
    const { result } = await client.expectOk(endpoints.jobs.run, {
      jobName: name,
      queueName,
      scriptContent: scriptOf(name),
    });
    return new LineJob(client, name, result.jobId, makeFile);
  }

  async waitForLine(count: number): Promise<void> {
    const line = `line ${count} `;
    await waitFor(`line ${count}`, async () => (await this.readLog()).text.includes(line), 60_000);
  }

  /** Lets it end, and expects that neither it nor a line was lost. */
  async expectUnharmed(): Promise<void> {
    const [folder = ''] = (await this.readLog()).text.split('\n');
    await this.makeFile(`${folder}/${this.name}.over`);
    const detail = await waitFor(
      'the job to end',
      async () => {
        const { result } = await this.client.expectOk(endpoints.jobs.detail, { jobId: this.jobId });
        return !['PENDING', 'RUNNING'].includes(result.status) && result;
      },
      60_000,
      100,
    );
    const log = await waitFor('all of its output', async () => {
      const all = await this.readLog();
      return all.isComplete && all;
    });
    expect([detail.status, detail.exitCode]).toEqual(['FAILED', 7]);
    const lines = log.text.trimEnd().split('\n');
    const count = Number.parseInt(lines.at(-1) ?? '', 10);
    const said = Array.from({ length: count }, (_, index) => `line ${index + 1} 行`);
    expect(lines).toEqual([folder, ...said, `${count} lines`]);
  }

  /** All of the output so far, page by page. */
  private async readLog(): Promise<{ text: string; isComplete: boolean }> {
    let text = '';
    for (let offset = 0; ;) {
      const input = { jobId: this.jobId, offset };
      const { result } = await this.client.expectOk(endpoints.jobs.log, input);
      text += result.text;
      if (result.isComplete || result.nextOffset === offset) {
        return { text, isComplete: result.isComplete };
      }
      offset = result.nextOffset;
    }
  }
}
