import { existsSync, readFileSync, realpathSync } from 'node:fs';
import type { JobNetwork } from '@clusterdesk/contracts';
import { RunRefusedError } from '../../runs/run-refused-error.js';
import attach from './attach.sh';
import enter from './enter.sh';
import { readHostAddresses } from './host-addresses.js';
import onlyLoopback from './only-loopback.sh';

/** How this host gives its jobs a network: `own`, one that is the job's alone; `host`, its own; null, not at all. */
export type HostNetworks = Record<JobNetwork, 'own' | 'host' | null>;

/** The host's network for every job: what there is where nothing keeps jobs from it and its operator allows that. */
export const hostNetworkOnly: HostNetworks = { none: null, outside: 'host' };

/** What a recipe does about a job's network. */
export interface NetworkPlan {
  /** Begins the command line: enters the network, then runs the rest. It has no right left over the network then. */
  prefix: string[];
  /** Whether the job has one that is not the host's. */
  isOwn: boolean;
  /** Whether the recipe itself makes a network with nothing in it, which bubblewrap can. */
  isMadeByRecipe: boolean;
  /** What the job has to see at a place of the host; null where that is as it should be. */
  resolver: { place: string; text: string } | null;
}

/** The plan of a job that uses the host's network. */
export const hostNetwork: NetworkPlan = {
  ...{ prefix: [], isOwn: false, isMadeByRecipe: false, resolver: null },
};

/**
 * Sockets of the host that a job may have open at once. Each of its own takes one, with a port of the host's own some 28,000, and
 * UDP keeps them for minutes: a job that took all of them would leave the host none to ask a name server from.
 */
const maxSockets = 1024;

const asRoot = ['unshare', '--net', '--'];
/** Who has no rights gets them over a network of its own, as root of a user namespace. */
const asAnybody = ['unshare', '--user', '--map-root-user', '--net', '--'];

/** Ends that: in a user namespace below, the job is the account that it was, and has no right over the network. */
function giveUp(): string[] {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  return ['unshare', '--user', `--map-user=${String(uid)}`, `--map-group=${String(gid)}`, '--'];
}

const shell = (script: string, ...args: string[]): string[] => [
  ...['/bin/sh', '-c', script, 'clusterdesk-network'],
  ...args,
];

/** Where the host's programs look for the addresses of name servers; null when it has no such file. */
function findResolverPath(): string | null {
  return existsSync('/etc/resolv.conf') ? realpathSync('/etc/resolv.conf') : null;
}

/** The host's own search list and options with the one name server that the job reaches. */
function resolverText(server: string, path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  const kept = lines.filter((line) => /^(?:search|domain|options)\s/.test(line));
  return [`nameserver ${server}`, ...kept, ''].join('\n');
}

/** A network with nothing in it but the job itself. */
function planNone(confinement: 'namespaces' | 'bubblewrap'): NetworkPlan {
  return confinement === 'bubblewrap'
    ? { ...hostNetwork, isOwn: true, isMadeByRecipe: true }
    : { ...hostNetwork, isOwn: true, prefix: [...asRoot, ...shell(onlyLoopback)] };
}

/** A network from which the job reaches whatever the host reaches, but not the host. */
function planOutside(confinement: 'namespaces' | 'bubblewrap'): NetworkPlan {
  const { subnet, unreachable } = readHostAddresses();
  if (subnet === null) {
    const sentence = 'this host uses every subnet that a job could have.';
    throw new RunRefusedError('AGENT_NETWORK_MISSING', sentence);
  }
  const routes = unreachable.map((network) => `route add unreachable ${network}`).join('\n');
  const place = findResolverPath();
  const server = subnet.replace(/\d+\/24$/, '3');
  const isRootRecipe = confinement === 'namespaces';
  const inside = shell(enter, routes, ...(isRootRecipe ? [] : giveUp()));
  return {
    prefix: shell(
      attach,
      subnet,
      String(maxSockets),
      isRootRecipe ? 'alone' : '',
      ...(isRootRecipe ? asRoot : asAnybody),
      ...inside,
    ),
    isOwn: true,
    isMadeByRecipe: false,
    resolver: place === null ? null : { place, text: resolverText(server, place) },
  };
}

/** What brings a network that a host lacks, as the end of a sentence for the operator. */
export const networkCures: Record<JobNetwork, string> = {
  none: 'jobs that can be confined, iproute2 and the right to make network namespaces',
  outside:
    'slirp4netns and a /dev/net/tun that the agent may open (for an ordinary account also util-linux 2.36 or later), besides what a network of its own needs',
};

/** Plans a job's network on this host. @throws RunRefusedError where the host cannot give it. */
export function planNetwork(
  networks: HostNetworks,
  network: JobNetwork,
  confinement: 'namespaces' | 'bubblewrap' | 'none',
): NetworkPlan {
  const means = networks[network];
  if (means === null) {
    const sentence = `this host gives jobs no network of the kind "${network}"; it needs ${networkCures[network]}.`;
    throw new RunRefusedError('AGENT_NETWORK_MISSING', sentence);
  }
  if (means === 'host' || confinement === 'none') {
    return hostNetwork;
  }
  return network === 'none' ? planNone(confinement) : planOutside(confinement);
}
