import { Injectable } from '@nestjs/common';
import type {
  AgentHello,
  AgentHelloReply,
  RunEnded,
  RunKindName,
  RunOutput,
  RunStarted,
} from '@clusterdesk/contracts';
import type { AgentEventHandlers } from '../agents/agent-events.js';

/**
 * What a kind of run makes of what agents say. Any report may be repeated, after a lost connection too, and may concern a run that is
 * over, unknown or another node's.
 */
export interface RunPolicy {
  started?(nodeId: string, event: RunStarted): Promise<void>;
  /** @returns where the stored output ends now; null: nobody waits for the rest, but its agent is to report the end */
  output(nodeId: string, event: RunOutput): Promise<number | null>;
  ended(nodeId: string, event: RunEnded): Promise<void>;
  /** Compares the runs in the agent's spool with the platform's. */
  reconcile(nodeId: string, listed: AgentHello['jobs']): Promise<AgentHelloReply['jobs']>;
  /** The node reported something new about itself: its fault may be fixed. */
  changed?(nodeId: string): Promise<void>;
  /** The node takes orders from now on. */
  arrived?(nodeId: string): Promise<void>;
}

type Handled = 'jobs.started' | 'jobs.output' | 'jobs.ended';
type OfOlderAgents = 'applications.output' | 'applications.ended';

/** What agents say of runs, passed to the policy of their kind. */
@Injectable()
export class RunEvents {
  private readonly policies = new Map<RunKindName, RunPolicy>();

  private readonly current: Pick<AgentEventHandlers, Handled> = {
    'jobs.started': async ({ nodeId }, event) => {
      await this.policyOf(event).started?.(nodeId, event);
    },
    'jobs.output': async ({ nodeId }, event) => {
      const nextOffset = await this.policyOf(event).output(nodeId, event);
      return { nextOffset: nextOffset ?? event.offset + event.data.byteLength };
    },
    'jobs.ended': ({ nodeId }, event) => this.policyOf(event).ended(nodeId, event),
  };

  readonly handlers: Pick<AgentEventHandlers, Handled | OfOlderAgents> = {
    ...this.current,
    'applications.output': this.current['jobs.output'],
    'applications.ended': this.current['jobs.ended'],
  };

  register(kind: RunKindName, policy: RunPolicy): void {
    this.policies.set(kind, policy);
  }

  /** An agent connects with the runs in its spool. */
  async reconcile(nodeId: string, listed: AgentHello['jobs']): Promise<AgentHelloReply['jobs']> {
    const replies: AgentHelloReply['jobs'] = [];
    for (const [kind, policy] of this.policies) {
      const ofKind = listed.filter((run) => (run.kind ?? 'job') === kind);
      replies.push(...(await policy.reconcile(nodeId, ofKind)));
    }
    return replies;
  }

  async changed(nodeId: string): Promise<void> {
    for (const policy of this.policies.values()) {
      await policy.changed?.(nodeId);
    }
  }

  async arrived(nodeId: string): Promise<void> {
    for (const policy of this.policies.values()) {
      await policy.arrived?.(nodeId);
    }
  }

  private policyOf({ kind = 'job' }: { kind?: RunKindName | undefined }): RunPolicy {
    const policy = this.policies.get(kind);
    if (!policy) {
      throw new Error(`No feature has registered for runs of the kind ${kind}.`);
    }
    return policy;
  }
}
