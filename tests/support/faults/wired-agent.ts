import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as oneTurn } from 'node:timers/promises';
import { endpoints } from '@clusterdesk/contracts';
import type { ApiClient } from '../platform/api-client.js';
import { type TestPlatform, workspace } from '../platform/platform.js';
import { waitFor } from '../wait-for.js';
import { AgentWire } from './agent-wire.js';

/** The agent of this build as a compute node of its own on this host, connected by a wire that the test holds in its hand. */
export class WiredAgent {
  private agent: ChildProcess | undefined;

  private constructor(
    readonly nodeId: string,
    readonly wire: AgentWire,
    private readonly platform: TestPlatform,
    private readonly stateDir: string,
  ) {}

  /** Adds the node, starts its agent, and waits until it has come. */
  static async join(
    platform: TestPlatform,
    client: ApiClient,
    name: string,
    lanIp: string,
  ): Promise<WiredAgent> {
    const wire = await AgentWire.open(platform.port);
    const { result } = await client.expectOk(endpoints.calculations.add, {
      calculationName: name,
      lanIp,
    });
    const token = /AGENT_TOKEN='([\w-]+)'/.exec(result.enrolment?.command ?? '')?.[1];
    // In the data folder, as the launcher's own agent.
    const stateDir = join(platform.dataDir, name);
    mkdirSync(stateDir, { mode: 0o700 });
    const agent = new WiredAgent(result.id, wire, platform, stateDir);
    agent.start(token);
    await waitFor(`${name} to come`, async () => {
      const { result: nodes } = await client.expectOk(endpoints.calculations.list, {});
      return nodes.find(({ id }) => id === result.id)?.agent.hostname;
    });
    return agent;
  }

  /** kill -9, and a new agent on the same state. Jobs go on meanwhile. */
  async killAndStart(): Promise<void> {
    await this.kill();
    this.start();
  }

  /**
   * The same when it has made so many files and folders more of its own: what it has noted by then is all that the next one knows.
   * @param isOver it need not be waited for any longer
   * @returns whether it was killed
   */
  async killAfterNotes(count: number, isOver: () => boolean): Promise<boolean> {
    const seen = new Set(this.listNotes());
    const before = seen.size;
    while (!isOver()) {
      this.listNotes().forEach((path) => seen.add(path));
      if (seen.size - before >= count) {
        await this.killAndStart();
        return true;
      }
      await oneTurn();
    }
    return false;
  }

  async leave(): Promise<void> {
    await this.kill();
    await this.wire.close();
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const { agent } = this;
    if (agent && agent.exitCode === null && agent.signalCode === null) {
      const exit = once(agent, 'exit');
      agent.kill('SIGKILL');
      await exit;
    }
  }

  /** @param token with which it enrols, the first time */
  start(token?: string): void {
    const files = join(this.platform.dataDir, 'files');
    const { uid, gid } = statSync(files);
    this.agent = spawn(process.execPath, [join(workspace, 'agent/dist/agent.cjs')], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        AGENT_SERVER: this.wire.url,
        ...(token !== undefined && { AGENT_TOKEN: token }),
        AGENT_STATE_DIR: this.stateDir,
        AGENT_HOSTNAME: 'wired',
        AGENT_FILES_ROOT: join(files, 'home'),
        AGENT_PROJECTS_ROOT: join(files, 'projects'),
        AGENT_HIDDEN_DIRS: this.platform.dataDir,
        ...(uid !== 0 && { AGENT_SERVICE_UID: String(uid), AGENT_SERVICE_GID: String(gid) }),
        AGENT_ALLOW: 'metrics,jobs',
      },
    });
  }

  private listNotes(): string[] {
    try {
      return readdirSync(this.stateDir, { recursive: true, encoding: 'utf8' });
    } catch {
      return []; // A folder was removed while it was read.
    }
  }
}
