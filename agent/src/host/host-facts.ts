import { arch, availableParallelism, hostname, platform, release, totalmem } from 'node:os';
import { readBootId } from '@clusterdesk/host';
import type { AgentHello } from '@clusterdesk/contracts';
import type { Config } from '../config.js';
import { agentVersion } from '../version.js';

/** What every hello says of a host, and no trial is needed for. */
export type HostFacts = Pick<
  AgentHello,
  'hostname' | 'bootId' | 'agentVersion' | 'platform' | 'cpus' | 'memoryBytes' | 'allow'
>;

export function hostFacts(config: Pick<Config, 'allow' | 'hostname'>): HostFacts {
  const bootId = readBootId();
  return {
    hostname: config.hostname ?? hostname(),
    ...(bootId !== null && { bootId }),
    agentVersion,
    platform: `${platform()} ${arch()} ${release()}`.slice(0, 64),
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
    allow: config.allow,
  };
}
