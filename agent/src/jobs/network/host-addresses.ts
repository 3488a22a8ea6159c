import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is never outside: this host by any of its own names for itself, its own link (the cloud's metadata), and groups. */
const neverOutside = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4'];

/** Where a job's network may lie; the first that this host has no route to is taken. */
const subnets = ['10.0.2.0/24', '10.254.253.0/24', '172.31.253.0/24', '192.168.253.0/24'];

/** An IPv4 network in CIDR form, as numbers. */
interface Network {
  address: number;
  bits: number;
}

function parseNetwork(text: string): Network {
  const [address = '', bits = '32'] = text.split('/');
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return { address: number, bits: Number(bits) };
}

function overlaps(one: Network, other: Network): boolean {
  const size = 2 ** (32 - Math.min(one.bits, other.bits));
  return Math.floor(one.address / size) === Math.floor(other.address / size);
}

/** A number of `/proc/net/route`, which has the bytes of an address in the host's order, as dotted decimals. */
function readHexAddress(hex: string): string {
  const bytes = (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).reverse();
  return bytes.join('.');
}

/** One entry of the host's main routing table. */
interface Route {
  /** CIDR; `0.0.0.0/0` is the way to everything else. */
  network: string;
  device: string;
  hasGateway: boolean;
}

/** Reads `/proc/net/route`. */
function parseRoutes(text: string): Route[] {
  const row = /^(\S+)\t([0-9A-F]{8})\t([0-9A-F]{8})\t.*\t([0-9A-F]{8})\t\d+\t\d+\t\d+\s*$/gm;
  return [...text.matchAll(row)].map(
    ([, device = '', destination = '', gateway = '', mask = '']) => {
      const bits = Number.parseInt(mask, 16).toString(2).replaceAll('0', '').length;
      return {
        network: `${readHexAddress(destination)}/${String(bits)}`,
        device,
        hasGateway: gateway !== '00000000',
      };
    },
  );
}

/** The addresses and networks in `/proc/net/fib_trie` that are the host itself, or all at once that are on one of its links. */
function parseOwnAddresses(text: string): string[] {
  const found = new Set<string>();
  let address = '';
  for (const line of text.split('\n')) {
    address = /\|-- (\d+\.\d+\.\d+\.\d+)$/.exec(line)?.[1] ?? address;
    const bits = /^\s*\/(\d+) \w+ (?:LOCAL|BROADCAST)\b/.exec(line)?.[1];
    if (bits !== undefined) {
      found.add(`${address}/${bits}`);
    }
  }
  return [...found];
}

/** Whether what is sent over a device can leave the host: it is a network card, or has one below it. */
function leadsToCard(sysClassNet: string, device: string): boolean {
  const folder = join(sysClassNet, device);
  const lower = (name: string): string[] => (name.startsWith('lower_') ? [name.slice(6)] : []);
  return (
    existsSync(join(folder, 'device')) ||
    readdirSync(folder)
      .flatMap(lower)
      .some((below) => leadsToCard(sysClassNet, below))
  );
}

/** Networks of bridges behind which are only containers and virtual machines of this host. */
function listInnerNetworks(sysClassNet: string, routes: readonly Route[]): string[] {
  const isInner = ({ device }: Route): boolean =>
    existsSync(join(sysClassNet, device, 'bridge')) &&
    !routes.some((route) => route.device === device && route.hasGateway) &&
    !leadsToCard(sysClassNet, device);
  return routes.filter(isInner).map(({ network }) => network);
}

/** What a job's network must know of its host. */
export interface HostAddresses {
  /** IPv4 networks, CIDR, that no job may reach. */
  unreachable: string[];
  /** A /24 that the host neither has an address in nor a route to; null when it has one for each candidate. */
  subnet: string | null;
}

/**
 * Reads what the host's own network is at this moment. Addresses that it gets while a job runs are not in it.
 * @param proc, sys other places than the host's, for tests
 */
export function readHostAddresses(proc = '/proc', sys = '/sys'): HostAddresses {
  const own = parseOwnAddresses(readFileSync(join(proc, 'net/fib_trie'), 'latin1'));
  const routes = parseRoutes(readFileSync(join(proc, 'net/route'), 'latin1'));
  const inner = listInnerNetworks(join(sys, 'class/net'), routes);
  const taken = [...own, ...routes.map(({ network }) => network)]
    .filter((network) => network !== '0.0.0.0/0')
    .map(parseNetwork);
  const isFree = (subnet: string): boolean =>
    !taken.some((network) => overlaps(network, parseNetwork(subnet)));
  const unreachable = [...new Set([...neverOutside, ...own, ...inner])];
  return { unreachable, subnet: subnets.find(isFree) ?? null };
}
