import { execFile } from 'node:child_process';
import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type JobNetwork, jobNetworks } from '@clusterdesk/contracts';
import type { Account } from '../../host/accounts.js';
import type { Confinement } from '../confinement/confinement.js';
import { asAccount } from '../confinement/recipes/job-command.js';
import { systemPath } from '../../runs/processes/launcher.js';
import { type HostNetworks, hostNetworkOnly, networkCures, planNetwork } from './job-network.js';

const probeMs = 10_000;
const run = promisify(execFile);

const ask = ['/bin/sh', '-c', 'readlink /proc/self/ns/net; cat /proc/net/route'];

/** What a trial runs in: as a job, but for what does not concern the network. */
function trialCommand(
  network: JobNetwork,
  confinement: 'namespaces' | 'bubblewrap',
  account: Account | null,
): string[] {
  const plan = planNetwork({ none: 'own', outside: 'own' }, network, confinement);
  const own = plan.isMadeByRecipe ? ['--unshare-net'] : [];
  const bubble = ['bwrap', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', ...own, '--'];
  const recipe = confinement === 'bubblewrap' ? bubble : [];
  return [...plan.prefix, ...asAccount(account), ...recipe, ...ask];
}

/** Enters a network and looks around: it must not be the host's, and lead outside or nowhere, as it should. */
async function works(
  network: JobNetwork,
  confinement: 'namespaces' | 'bubblewrap',
  account: Account | null,
  stateDir: string,
): Promise<boolean> {
  const cwd = mkdtempSync(join(stateDir, 'network-'));
  try {
    const [file = '', ...args] = trialCommand(network, confinement, account);
    const { stdout } = await run(file, args, {
      ...{ cwd, env: { PATH: systemPath, LANG: 'C.UTF-8' } },
      ...{ timeout: probeMs, killSignal: 'SIGKILL' },
    });
    const [namespace = '', , ...routes] = stdout.trimEnd().split('\n');
    const isOwn = namespace.startsWith('net:') && namespace !== readlinkSync('/proc/self/ns/net');
    const leadsOutside = routes.some((route) => /^tap0\t00000000\t/.test(route));
    return isOwn && (network === 'outside' ? leadsOutside : routes.length === 0);
  } catch {
    return false; // Whatever is missing on this host, it has no such network for jobs.
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/**
 * Finds out by trying which networks this host can give its jobs.
 * @param isHostAllowed what cannot be had is not refused: a job that may reach outside then uses the host's network
 */
export async function probeNetworks(
  confinement: Confinement,
  account: Account | null,
  stateDir: string,
  isHostAllowed: boolean,
): Promise<HostNetworks> {
  if (confinement === 'none') {
    return hostNetworkOnly;
  }
  const means = async (network: JobNetwork): Promise<'own' | 'host' | null> => {
    if (await works(network, confinement, account, stateDir)) {
      return 'own';
    }
    return network === 'outside' && isHostAllowed ? 'host' : null;
  };
  return { none: await means('none'), outside: await means('outside') };
}

/** The networks that jobs can be given here. */
export function givenNetworks(networks: HostNetworks): JobNetwork[] {
  return jobNetworks.filter((network) => networks[network] !== null);
}

/** Whether no job here shares the host's network: null, or what would bring that. */
export function findNetworkProtection(networks: HostNetworks): string | null {
  if (networks.none === null) {
    return networkCures.none;
  }
  return networks.outside === 'host' ? networkCures.outside : null;
}

/** One line for the operator. */
export function describeNetworks(networks: HostNetworks): string {
  const said = jobNetworks.map((network) => {
    const means = networks[network];
    if (means === null) {
      return `${network}: not at all, it needs ${networkCures[network]}`;
    }
    return `${network}: ${means === 'own' ? 'a network of its own' : "THE HOST'S NETWORK"}`;
  });
  return `networks of jobs: ${said.join('; ')}`;
}
