import { basicDevices } from '../confinement/host-view.js';
import { RunRefusedError } from '../../runs/run-refused-error.js';
import type { JobSpec } from '../job-folder.js';
import { deviceRules } from './device-rules.js';
import type { JobGroup } from './job-group.js';
import type { JobGroups } from './job-groups.js';
import type { UserScopes } from './user-scopes.js';

/** The group of a job: none where the host has no groups. */
export function groupOf(groups: JobGroups | null, { command }: JobSpec): JobGroup | null {
  return groups?.of(groupName(command)) ?? null;
}

/** Each attempt has a group of its own: nothing of the one before is in it. */
export function groupName({ jobId, attempt }: JobSpec['command']): string {
  return `job-${jobId}-${String(attempt)}`;
}

/** What limits jobs on a host. */
export interface JobLimiters {
  groups: JobGroups | null;
  /** Devices that jobs may use beyond the basic ones. */
  surroundings: { devices: readonly string[] };
  /** Asked only where there are no groups. */
  scopes: UserScopes | null;
}

/** What makes the rest of a command line keep to a job's limits. */
export interface LimitPrefixes {
  /** Comes first, so that nothing of the job runs outside. */
  first: string[];
  /** Comes when the job's network is entered, which takes a device (`/dev/net/tun`) that the job does not get. */
  confined: string[];
}

/**
 * Makes the group of a job with its limits.
 * @throws RunRefusedError when the host does not take a limit: a job without it could harm others
 */
export function limitJob(
  { groups, scopes, surroundings }: JobLimiters,
  spec: JobSpec,
): LimitPrefixes {
  const { command, processors } = spec;
  const group = groupOf(groups, spec);
  if (groups === null || group === null) {
    const first = [...keepToProcessors(processors), ...(scopes?.command(command) ?? [])];
    return { first, confined: [] };
  }
  let refused: string[];
  try {
    const devices = deviceRules([...basicDevices, ...surroundings.devices]);
    const settings = groups.create(group, {
      ...groups.limitsFor(command, processors),
      devices,
    });
    refused = settings.filter(({ isNeeded }) => isNeeded).flatMap(({ files }) => files);
  } catch (error) {
    refused = [error instanceof Error ? error.message : String(error)];
  }
  if (refused.length > 0) {
    const sentence = `the job cannot be limited: ${refused.join(', ')}.`;
    throw new RunRefusedError('AGENT_CONFINEMENT_FAILED', sentence);
  }
  const asked = group.has('cpuset') ? [] : keepToProcessors(processors);
  return { first: [...asked, ...group.joinCommand()], confined: group.joinDevicesCommand() };
}

/** Without a group a job is only asked to keep to its processors. */
function keepToProcessors(processors: number[] | null): string[] {
  return processors === null ? [] : ['taskset', '-c', processors.join(',')];
}
