import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Sets this host's links and addresses. */
export const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/** Whatever is started so ends with the suite, however that ends. */
const bound = ['--pdeathsig', 'KILL'] as const;

/** A network namespace at the end of a cable: another host, as far as this one can tell. Needs root. */
export class NetworkNamespace {
  /** The end of the cable on this host. */
  readonly near: string;
  private readonly far: string;

  private constructor(
    name: string,
    private readonly holder: ChildProcess,
  ) {
    [this.near, this.far] = [`${name}n`, `${name}f`];
  }

  /**
   * @param name at most 14 characters, which no link of this host begins with
   * @param program lives in it for as long as it is there, and says something when it is up
   */
  static async open(name: string, program: readonly string[]): Promise<NetworkNamespace> {
    const holder = spawn('setpriv', [...bound, 'unshare', '--net', '--', ...program], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(holder.stdout, 'data');
    const namespace = new NetworkNamespace(name, holder);
    const end = ['peer', 'name', namespace.far, 'netns', namespace.pid];
    ip('link', 'add', namespace.near, 'type', 'veth', ...end);
    namespace.ip('link', 'set', 'lo', 'up');
    return namespace;
  }

  /** Of the program that holds it. */
  get pid(): string {
    return String(this.holder.pid);
  }

  /** The command that runs another in it. */
  get enter(): [command: string, ...args: string[]] {
    return ['setpriv', ...bound, 'nsenter', '-t', this.pid, '-n', '--'];
  }

  /** Gives it an address, with which any other goes. @param address with its prefix's length */
  setAddress(address: string): void {
    this.ip('address', 'flush', 'dev', this.far);
    this.ip('address', 'add', address, 'dev', this.far);
    this.ip('link', 'set', this.far, 'up');
  }

  plug(): void {
    ip('link', 'set', this.near, 'up');
  }

  /** What is sent from now on is lost, and nobody is told. */
  unplug(): void {
    ip('link', 'set', this.near, 'down');
  }

  /** The cable goes at once; the rest stays for as long as the kernel has something to say in it, which may be minutes. */
  async close(): Promise<void> {
    ip('link', 'delete', this.near);
    const exit = once(this.holder, 'exit');
    this.holder.kill('SIGKILL');
    await exit;
  }

  private ip(...args: string[]): void {
    const [command, ...enter] = this.enter;
    execFileSync(command, [...enter, 'ip', ...args], { stdio: 'pipe' });
  }
}
