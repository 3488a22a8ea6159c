import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type EndpointInput } from '@clusterdesk/contracts';
import { ApiClient } from './api-client.js';
import { TestPlatform } from './platform.js';
import { waitFor } from '../wait-for.js';

/** Who starts the platform: what a job can be kept from depends on it. */
export interface Installation {
  name: string;
  /** Null: root. */
  uid: number | null;
}

/** nobody on every Linux. */
const ordinaryUid = 65_534;
export const isRoot = process.getuid?.() === 0;

/** Root starts both kinds of installation; anybody else only his own. */
export const installations: Installation[] = isRoot
  ? [
      { name: 'of root', uid: null },
      { name: 'of an ordinary user', uid: ordinaryUid },
    ]
  : [{ name: 'of an ordinary user', uid: process.getuid?.() ?? ordinaryUid }];

export interface EndedJob {
  status: string;
  exitCode: number | null;
  output: string;
}

const password = 'Attack-Password-1';

/** Whether an ordinary user may make a way outside for jobs: udev opens the device to all, a container often does not. */
function isTunOpen(): boolean {
  const tun = statSync('/dev/net/tun', { throwIfNoEntry: false });
  return tun !== undefined && (tun.mode & 0o006) === 0o006;
}

/** Lets the jobs of all queues reach nothing but themselves. */
async function keepInside(admin: ApiClient): Promise<void> {
  const queues = (await admin.expectOk(endpoints.jobs.queueList, {})).result;
  for (const { id, defaultMinutes } of queues) {
    await admin.expectOk(endpoints.jobs.queueAdd, { id, network: 'none', defaultMinutes });
  }
}

/** A whole platform, as a user starts it, with ordinary users whose jobs attack it. */
export class AttackedPlatform {
  private constructor(
    readonly platform: TestPlatform,
    private readonly admin: ApiClient,
    private readonly dataDir: string,
  ) {}

  /** Ready, with its own node online. */
  static async start(
    { uid }: Installation,
    env: Record<string, string> = {},
  ): Promise<AttackedPlatform> {
    // Every job has a /tmp of its own: a data folder there would be out of sight whatever else the job can see.
    const dataDir = mkdtempSync(join(isRoot ? '/srv' : tmpdir(), 'clusterdesk-attack-'));
    chmodSync(dataDir, 0o755);
    if (isRoot && uid !== null) {
      chownSync(dataDir, uid, uid);
    }
    const platform = await TestPlatform.start({
      dataDir,
      env,
      ...(isRoot && uid !== null && { uid }),
    });
    const admin = await platform.signIn();
    if (uid !== null && !isTunOpen()) {
      await keepInside(admin);
    }
    return new AttackedPlatform(platform, admin, dataDir);
  }

  async stop(): Promise<void> {
    await this.platform.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get url(): string {
    return this.platform.url;
  }

  get port(): number {
    return this.platform.port;
  }

  get filesDir(): string {
    return join(this.dataDir, 'files');
  }

  /** A user with the role that a new installation has for users, signed in. */
  async addUser(userName: string): Promise<Attacker> {
    const roles = (await this.admin.expectOk(endpoints.roles.list, {})).result;
    await this.admin.expectOk(endpoints.users.add, {
      userName,
      password: await this.admin.encrypt(password),
      roleId: roles.find(({ builtIn }) => builtIn === 'users')?.id ?? '',
      mustChangePassword: false,
    });
    const client = new ApiClient(this.url);
    await client.signIn(userName, password);
    // The home is made at the first look at it.
    await client.expectOk(endpoints.disk.list, {});
    return new Attacker(client, join(this.filesDir, 'home', userName));
  }
}

/** An ordinary user of an attacked platform. */
export class Attacker {
  constructor(
    readonly client: ApiClient,
    readonly home: string,
  ) {}

  async submit(
    scriptContent: string,
    more: Partial<EndpointInput<typeof endpoints.jobs.run>> = {},
  ): Promise<string> {
    const input = { jobName: 'attack', queueName: 'local', scriptContent, ...more };
    return (await this.client.expectOk(endpoints.jobs.run, input)).result.jobId;
  }

  /** Runs a script as a job and waits for its end and all of its output. */
  async run(
    script: string,
    more: Partial<EndpointInput<typeof endpoints.jobs.run>> = {},
    timeoutMs = 60_000,
  ): Promise<EndedJob> {
    return this.waitForEnd(await this.submit(script, more), timeoutMs);
  }

  async waitForEnd(jobId: string, timeoutMs = 60_000): Promise<EndedJob> {
    return waitFor(
      'the job to end',
      async () => {
        const log = await this.readLog(jobId);
        if (!log.isComplete) {
          return null;
        }
        const { result } = await this.client.expectOk(endpoints.jobs.detail, { jobId });
        return { status: result.status, exitCode: result.exitCode, output: log.text };
      },
      timeoutMs,
      100,
    );
  }

  /** Waits until a running job has said something. */
  async waitForWord(jobId: string, word: string, timeoutMs = 30_000): Promise<void> {
    await waitFor(
      `the job to say ${word}`,
      async () => (await this.readLog(jobId)).text.includes(word),
      timeoutMs,
      100,
    );
  }

  async stop(jobId: string): Promise<void> {
    await this.client.expectOk(endpoints.jobs.stop, { jobId });
  }

  /**
   * Runs many small scripts as one job, each in a shell of its own, and gives what each of them said, both streams and at
   * most 4,000 bytes.
   */
  async probe(scripts: Record<string, string>): Promise<Record<string, string>> {
    const parts = Object.entries(scripts).map(
      ([name, script]) =>
        `echo '==== ${name}'\nsh -c "$(cat <<'PROBE'\n${script}\nPROBE\n)" 2>&1 </dev/null | head -c 4000\necho`,
    );
    const { output } = await this.run(parts.join('\n'));
    const said = output.split(/^==== /m).slice(1);
    return Object.fromEntries(
      said.map((part) => {
        const end = part.indexOf('\n');
        return [part.slice(0, end), part.slice(end + 1).trimEnd()];
      }),
    );
  }

  /** What probes of this user say while a job of another one has done something and still runs, and what that job said. */
  async probeBeside(
    other: Attacker,
    script: string,
    probes: Record<string, string>,
  ): Promise<{ hers: string; his: Record<string, string> }> {
    const jobId = await other.submit(
      `${script}\necho ready\nwhile [ ! -e stop ]; do sleep 0.1; done`,
    );
    await other.waitForWord(jobId, 'ready');
    const his = await this.probe(probes);
    await other.client.expectOk(endpoints.disk.mkdir, { path: '/stop' });
    const { output: hers } = await other.waitForEnd(jobId);
    await other.client.expectOk(endpoints.disk.remove, { paths: ['/stop'] });
    return { hers, his };
  }

  private async readLog(jobId: string): Promise<{ text: string; isComplete: boolean }> {
    let text = '';
    for (let offset = 0; ;) {
      const { result } = await this.client.expectOk(endpoints.jobs.log, { jobId, offset });
      text += result.text;
      if (result.isComplete || result.nextOffset === offset) {
        return { text, isComplete: result.isComplete };
      }
      offset = result.nextOffset;
    }
  }
}
