import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@clusterdesk/host';
import { Client } from 'pg';
import { waitFor } from '../wait-for.js';
import { ApiClient } from './api-client.js';

export type ChildName = 'database' | 'server' | 'worker' | 'agent';

/** A whole ClusterDesk that runs, whoever has started it: what a test asks of it and does to it. */
export abstract class RunningPlatform {
  static readonly adminPassword = 'Test-Password-1';
  readonly url: string;

  protected constructor(
    readonly dataDir: string,
    readonly port: number,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  abstract get databaseUrl(): string;

  /** The last lines of every log: what a failed test is explained by, for its folder is gone with it. */
  readLogs(lines = 25): string {
    const folder = join(this.dataDir, 'logs');
    return readdirSync(folder)
      .map((name) => {
        const text = readFileSync(join(folder, name), 'utf8').trimEnd();
        return `== ${name}\n${text.split('\n').slice(-lines).join('\n')}`;
      })
      .join('\n');
  }

  /** The pid of a child just now; waits while it is between an end and the next start. */
  pidOf(name: ChildName): Promise<number> {
    return waitFor(`the process ${name}`, () => {
      const note = JSON.parse(
        readFileSync(join(this.dataDir, 'launcher/children.json'), 'utf8'),
      ) as { name: string; pid: number }[];
      const pid = note.find((entry) => entry.name === name)?.pid;
      return pid !== undefined && isAlive(pid) ? pid : null;
    });
  }

  /** kill -9, or another signal; returns the pid that was killed. */
  async kill(name: ChildName, signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
    const pid = await this.pidOf(name);
    process.kill(pid, signal);
    return pid;
  }

  /** The same, and waits until its successor runs and the server answers again. */
  async killAndWait(name: ChildName, signal?: NodeJS.Signals): Promise<void> {
    const killed = await this.kill(name, signal);
    await waitFor(`a new ${name}`, async () => (await this.pidOf(name)) !== killed);
    await waitFor('the server to be ready again', () => this.isReady());
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/api/health/ready`);
    await answer.arrayBuffer();
    return answer.status === 200;
  }

  /** A client that is signed in as admin. */
  async signIn(): Promise<ApiClient> {
    const client = new ApiClient(this.url);
    await client.signIn('admin', RunningPlatform.adminPassword);
    return client;
  }

  /** Asks its own database, for what no call sets yet. */
  async query(sql: string, values: unknown[] = []): Promise<unknown[]> {
    const client = new Client({ connectionString: this.databaseUrl });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as unknown[];
    } finally {
      await client.end();
    }
  }
}
