import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { isFamilyMissing, listenAddresses } from '@clusterdesk/contracts';
import { LauncherError } from '../launcher-error.js';
import { bindHandle, type BoundHandle } from './bound-handle.js';

/** The exit code of the program below when somebody else listens there. */
const takenCode = 98;

/**
 * Puts the sockets that it is given into the listening state, and ends before it accepts anything. The state belongs to the
 * socket, not to the process, and in the launcher itself the call would make libuv accept the connections.
 */
const beginListening = `
const { createServer } = require('node:net');
for (let fd = 3; fd < 3 + Number(process.argv[1]); fd += 1) {
  if (!createServer().on('error', () => undefined).listen({ fd }).listening) process.exit(${String(takenCode)});
}
process.exit(0);`;

/** How this host reaches what listens everywhere, or on its loopback addresses. */
const loopbackFor: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '127.0.0.1': '127.0.0.1',
  '::': '[::1]',
  '::1': '[::1]',
};

/**
 * The sockets of the platform's address, held for the life of the launcher and given to each of its servers in turn. So the port
 * is never free for another program, in neither family, and connections that come while no server runs wait for the next one.
 */
export class HeldSockets {
  private constructor(
    /** Those of HOST's addresses that this host has; all of the same port. */
    readonly addresses: readonly string[],
    private readonly handles: readonly BoundHandle[],
    private readonly host: string,
    private readonly port: number,
  ) {}

  /** Where this host reaches the server, without a path. */
  get localUrl(): string {
    const [first = ''] = this.addresses;
    const host = loopbackFor[first] ?? (first.includes(':') ? `[${first}]` : first);
    return `http://${host}:${String(this.port)}`;
  }

  /** What to tell people: `localhost` only where that name is ours in both families. */
  get publicUrl(): string {
    const [first = ''] = this.addresses;
    return first in loopbackFor ? `http://localhost:${String(this.port)}` : this.localUrl;
  }

  /** In the order of `addresses`; for the `stdio` of the server. */
  get descriptors(): number[] {
    return this.handles.map(({ fd }) => fd);
  }

  /**
   * Binds them; `listen` comes next.
   * @throws LauncherError when the port is taken on one of the addresses, or may not be opened
   */
  static async bind(host: string, port: number): Promise<HeldSockets> {
    const addresses: string[] = [];
    const handles: BoundHandle[] = [];
    const held = new HeldSockets(addresses, handles, host, port);
    const refuse = (code: string): never => {
      held.close();
      throw refusal(code, host, port);
    };
    const wanted = await resolveAll(host);
    for (const address of wanted) {
      const bound = bindHandle(address, port);
      if (!('code' in bound)) {
        addresses.push(address);
        handles.push(bound);
      } else if (wanted.length === 1 || !isFamilyMissing(bound.code)) {
        refuse(bound.code);
      }
    }
    if (handles.length === 0) {
      refuse('EADDRNOTAVAIL');
    }
    return held;
  }

  /**
   * From here on connections wait for a server.
   * @throws LauncherError when somebody else, who bound the same port as well, was faster
   */
  async listen(): Promise<void> {
    if (!(await this.beginListening())) {
      this.close();
      throw refusal('EADDRINUSE', this.host, this.port);
    }
  }

  /** Gives the port back. */
  close(): void {
    this.handles.forEach((handle) => handle.close());
  }

  private async beginListening(): Promise<boolean> {
    const { descriptors } = this;
    const child = spawn(process.execPath, ['-e', beginListening, String(descriptors.length)], {
      stdio: ['ignore', 'ignore', 'inherit', ...descriptors],
      env: {},
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0 && code !== takenCode) {
      throw new Error(`Cannot listen: the helper ended with ${String(code)}.`);
    }
    return code === 0;
  }
}

async function resolveAll(host: string): Promise<readonly string[]> {
  const addresses = listenAddresses(host);
  if (addresses.length > 1) {
    return addresses;
  }
  try {
    return [...new Set((await lookup(host, { all: true })).map(({ address }) => address))];
  } catch {
    return addresses;
  }
}

function refusal(code: string, host: string, port: number): LauncherError {
  return code === 'EADDRINUSE'
    ? new LauncherError(
        'PORT_TAKEN',
        `Port ${String(port)} is taken by another program: choose a free one with PORT=... npm start`,
      )
    : new LauncherError(
        'PORT_REFUSED',
        `Cannot listen on ${host}, port ${String(port)} (${code}): set HOST and PORT to an address of this machine and a port above 1023.`,
      );
}
