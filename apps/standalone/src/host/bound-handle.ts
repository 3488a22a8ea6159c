import net from 'node:net';
import { getSystemErrorName } from 'node:util';

/** A TCP socket that is bound to an address, as Node's own modules handle it. Nobody in this process accepts on it. */
export interface BoundHandle {
  /** Its descriptor; belongs to the handle. */
  readonly fd: number;
  close(): void;
}

/** What Node's internal handle of a socket can do besides; numbers below 0 are errors of the system. */
interface TcpHandle extends BoundHandle {
  getsockname(address: object): number;
}

/** libuv's UV_TCP_IPV6ONLY. */
const ipv6Only = 1;

/**
 * Binds a socket without listening on it in this process, which the public API cannot: its servers accept. `node:cluster` does
 * the same with the same function, so that it has been there, unchanged, since Node 0.12; bound-handle.spec.ts fails when it goes.
 * @param address of IPv4 or IPv6, no name; an IPv6 socket takes no connections of IPv4
 * @returns the handle, or the code of the error (EADDRINUSE, EACCES …)
 */
export function bindHandle(address: string, port: number): BoundHandle | { code: string } {
  const create: unknown = Reflect.get(net, '_createServerHandle');
  if (typeof create !== 'function') {
    throw new Error(`Node ${process.versions.node} has no net._createServerHandle.`);
  }
  const isIpv6 = net.isIPv6(address);
  const flags = isIpv6 ? ipv6Only : 0;
  const made: unknown = Reflect.apply(create, net, [address, port, isIpv6 ? 6 : 4, -1, flags]);
  if (!isTcpHandle(made)) {
    return { code: getSystemErrorName(Number(made)) };
  }
  // libuv keeps EADDRINUSE to itself until the next call on the handle.
  const delayed = made.getsockname({});
  if (delayed < 0) {
    made.close();
    return { code: getSystemErrorName(delayed) };
  }
  return made;
}

function isTcpHandle(value: unknown): value is TcpHandle {
  return typeof value === 'object' && value !== null && 'fd' in value && 'getsockname' in value;
}
