import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { promisify } from 'node:util';
import type { AgentOffer } from '@clusterdesk/contracts';
import { log, messageOf, printable } from '../log.js';

const silenceMs = 30_000;
/** Today's agent has 1.3 MB. */
const agentMaxBytes = 64 * 1024 * 1024;
const versionMs = 20_000;

export interface FollowerOptions {
  /** The server's address, without a path. */
  server: string;
  /** PEM; null: those that Node trusts. */
  authorities: string[] | null;
  /** The version that runs. */
  version: string;
  /** Why this host does not follow; null: it does. */
  whyNot: string | null;
  /** The file that the service runs. */
  program: string;
}

/**
 * Takes the server's own agent in the place of this one when they are different versions. What it is comes over the proved and signed connection,
 * so it does not matter by which way the file itself comes.
 */
export class ServerFollower {
  /** What was tried already: one that fails is not fetched at each new connection. */
  private tried = '';

  constructor(private readonly options: FollowerOptions) {}

  /** @returns whether another agent is in place now: this process has to end, and the service starts that one */
  async follow(offer: AgentOffer | undefined): Promise<boolean> {
    const { version, whyNot, program } = this.options;
    if (!offer || offer.version === version || this.tried === offer.sha256) {
      return false;
    }
    this.tried = offer.sha256;
    if (whyNot !== null) {
      log(`the server's agent is ${printable(offer.version)}; this one stays: ${whyNot}`);
      return false;
    }
    const fresh = `${program}.new`;
    try {
      await this.fetch(fresh, offer.sha256);
      const { stdout } = await promisify(execFile)(process.execPath, [fresh, '--version'], {
        timeout: versionMs,
        env: {},
      });
      if (stdout.trim() !== offer.version) {
        throw new Error('it is another version than the server says');
      }
      await rename(fresh, program);
      log(`agent ${offer.version} takes the place of ${version}`);
      return true;
    } catch (error) {
      log(`the server's agent ${printable(offer.version)} was not taken: ${messageOf(error)}`);
      await rm(fresh, { force: true }).catch(() => undefined);
      return false;
    }
  }

  private async fetch(path: string, sha256: string): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    const answer = await this.get(`${this.options.server}/agent/agent.cjs`);
    await rm(path, { force: true });
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of answer as AsyncIterable<Buffer>) {
        bytes += piece.length;
        if (bytes > agentMaxBytes) {
          throw new Error('it is too large');
        }
        hash.update(piece);
        await file.writeFile(piece);
      }
      if (hash.digest('hex') !== sha256) {
        throw new Error('it is not the file that the server says');
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(path, 0o644);
  }

  private get(url: string): Promise<IncomingMessage> {
    const { authorities } = this.options;
    return new Promise((resolve, reject) => {
      const take = (answer: IncomingMessage): void =>
        answer.statusCode === 200
          ? resolve(answer)
          : reject(new Error(`the server answers ${String(answer.statusCode)}`));
      const request = url.startsWith('https:')
        ? getHttps(url, { ...(authorities && { ca: authorities }) }, take)
        : getHttp(url, take);
      request.setTimeout(silenceMs, () => request.destroy(new Error('the server is silent')));
      request.on('error', reject);
    });
  }
}

/** Why an agent does not follow its server; null: it does. Whoever may install applications runs root's scripts here already. */
export function whyNotFollow(
  allow: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  program = '',
): string | null {
  if (!allow.includes('applications')) {
    return 'AGENT_ALLOW has no applications, so that the server may bring no programs here; run install.sh again';
  }
  // systemd gives it, and starts what ends.
  if (env['INVOCATION_ID'] === undefined || !program.endsWith('/agent.cjs')) {
    return 'it is no service of install.sh';
  }
  return null;
}
