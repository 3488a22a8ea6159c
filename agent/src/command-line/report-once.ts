import { setTimeout as sleep } from 'node:timers/promises';
import type { HostSession } from '@clusterdesk/contracts';
import { readConfig, readShown } from '../config.js';
import { ConfigError } from '../config-error.js';
import { type HostFacts, hostFacts } from '../host/host-facts.js';
import { messageOf } from '../log.js';
import { type HostLoad, Sampler } from '../metrics/sampler.js';
import { SessionFinder } from '../sessions/session-finder.js';

const sampleMs = 1_000;

/** What an agent would report of this host. */
export interface OnceReport {
  hello: HostFacts;
  /** Percent over a second; null where AGENT_ALLOW leaves metrics out. */
  metrics: HostLoad | null;
  /** Null where AGENT_ALLOW leaves sessions out. */
  sessions: HostSession[] | null;
  /** What a start with these settings would be refused for, and what could not be read. */
  problems: string[];
}

/** Connects nowhere and writes nothing. What jobs may do here takes trials, which only a start makes. */
export async function reportOnce(env: NodeJS.ProcessEnv, isRoot: boolean): Promise<OnceReport> {
  const shown = readShown(env);
  const problems = await findProblems(env, isRoot);
  /** What cannot be told of this host is a problem and not the end. */
  const attempt = async <T>(what: string, tell: () => Promise<T>): Promise<T | null> => {
    try {
      return await tell();
    } catch (error) {
      problems.push(`${what}: ${messageOf(error)}`);
      return null;
    }
  };
  return {
    hello: hostFacts(shown),
    metrics: shown.allow.includes('metrics') ? await attempt('metrics', takeSample) : null,
    sessions: shown.allow.includes('sessions') ? await attempt('sessions', findSessions) : null,
    problems,
  };
}

async function takeSample(): Promise<HostLoad> {
  const sampler = new Sampler();
  await sleep(sampleMs);
  return sampler.take();
}

async function findSessions(): Promise<HostSession[]> {
  return (await new SessionFinder().find()).map(({ report }) => report);
}

async function findProblems(env: NodeJS.ProcessEnv, isRoot: boolean): Promise<string[]> {
  try {
    await readConfig(env, isRoot);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? [...error.lines] : [messageOf(error)];
  }
}
