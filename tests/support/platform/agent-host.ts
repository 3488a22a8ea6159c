import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ip, NetworkNamespace } from '../../../agent/testing/network-namespace.js';
import { type TestPlatform, workspace } from './platform.js';

/** A network that no host has: RFC 2544 keeps it for measurements. */
const subnet = (number: number): string => `198.19.${String(number)}`;

/** A host with an address of its own on which the agent of this build runs, started by hand as root. Needs root itself. */
export class AgentHost {
  private agent: ChildProcess | undefined;

  private constructor(
    readonly name: string,
    private readonly number: number,
    private readonly namespace: NetworkNamespace,
    private readonly dir: string,
  ) {}

  /** Joins a host to this one by a cable of its own. @param number 1 to 254, of no other host of the suite */
  static async join(number: number): Promise<AgentHost> {
    const name = `cdh${String(number)}p${String(process.pid % 1_000_000)}`;
    const holder = ['sh', '-c', 'echo up; exec sleep infinity'];
    const namespace = await NetworkNamespace.open(name, holder);
    ip('address', 'add', `${subnet(number)}.1/24`, 'dev', namespace.near);
    namespace.plug();
    namespace.setAddress(`${subnet(number)}.2/24`);
    // Not in /tmp, of which every job has its own.
    const dir = mkdtempSync('/var/lib/clusterdesk-host-');
    mkdirSync(join(dir, 'state'), { mode: 0o700 });
    return new AgentHost(`host-${String(number)}`, number, namespace, dir);
  }

  /** Starts its agent, which takes jobs of the platform's users; with a token it enrols. */
  startAgent(platform: TestPlatform, token?: string): void {
    const files = join(platform.dataDir, 'files');
    const { uid, gid } = statSync(files);
    const tokenFile = join(this.dir, 'token');
    if (token !== undefined) {
      writeFileSync(tokenFile, token, { mode: 0o600 });
    }
    const [command, ...enter] = this.namespace.enter;
    this.agent = spawn(
      command,
      [...enter, process.execPath, join(workspace, 'agent/dist/agent.cjs')],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env['PATH'],
          AGENT_SERVER: `http://${subnet(this.number)}.1:${String(platform.port)}`,
          ...(token !== undefined && { AGENT_TOKEN_FILE: tokenFile }),
          AGENT_STATE_DIR: join(this.dir, 'state'),
          AGENT_HOSTNAME: this.name,
          AGENT_FILES_ROOT: join(files, 'home'),
          AGENT_PROJECTS_ROOT: join(files, 'projects'),
          AGENT_HIDDEN_DIRS: platform.dataDir,
          ...(uid !== 0 && { AGENT_SERVICE_UID: String(uid), AGENT_SERVICE_GID: String(gid) }),
          AGENT_ALLOW: 'metrics,jobs',
        },
      },
    );
  }

  async killAgent(): Promise<void> {
    const { agent } = this;
    if (agent && agent.exitCode === null && agent.signalCode === null) {
      const exit = once(agent, 'exit');
      agent.kill('SIGKILL');
      await exit;
    }
  }

  /** Pulls the cable: nobody is told, and what is sent is lost. */
  unplug(): void {
    this.namespace.unplug();
  }

  plug(): void {
    this.namespace.plug();
  }

  /** The host gets another address, and its connections are those of one that is gone. @param last 2 to 254 */
  moveTo(last: number): void {
    this.namespace.setAddress(`${subnet(this.number)}.${String(last)}/24`);
  }

  async leave(): Promise<void> {
    await this.killAgent();
    await this.namespace.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
