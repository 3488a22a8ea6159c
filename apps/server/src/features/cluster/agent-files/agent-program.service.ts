import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { AgentOffer } from '@clusterdesk/contracts';

/** As the agent's build has it (agent/src/version.ts). */
const versionLine = /agentVersion = "(\d{1,5}\.\d{1,5}\.\d{1,5})"/;

/** The agent that this server hands out. Agents of other versions follow it. */
@Injectable()
export class AgentProgram {
  private dir: string | null = null;
  private offered: Promise<AgentOffer | undefined> | null = null;

  /** @param dir folder of the built agent */
  use(dir: string): void {
    this.dir = dir;
    this.offered = null;
  }

  /** What it is; undefined where there is none. It does not change while the server runs. */
  offer(): Promise<AgentOffer | undefined> {
    this.offered ??= this.read();
    return this.offered;
  }

  private async read(): Promise<AgentOffer | undefined> {
    if (this.dir === null) {
      return undefined;
    }
    try {
      const program = await readFile(join(this.dir, 'agent.cjs'));
      const version = versionLine.exec(program.toString('latin1'))?.[1];
      return version === undefined
        ? undefined
        : { version, sha256: createHash('sha256').update(program).digest('hex') };
    } catch {
      // An installation without an agent hands none out.
      return undefined;
    }
  }
}
