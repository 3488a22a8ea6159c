import { Injectable } from '@nestjs/common';
import { limits, type AgentHello, type AgentHelloReply } from '@clusterdesk/contracts';
import { NodeClones } from '../draining/node-clones.service.js';
import { NodeDrain } from '../draining/node-drain.service.js';
import { NodeEventPublisher } from '../presence/node-event-publisher.service.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { NodeRepository } from '../node.repository.js';
import type { AgentEventHandlers, ConnectedAgent } from './agent-events.js';

/** What the jobs feature does when a node (re)appears. */
export interface NodeJobs {
  /** Compares the jobs in the agent's spool with the platform's. */
  reconcile(nodeId: string, jobs: AgentHello['jobs']): Promise<AgentHelloReply['jobs']>;
  /** The node reported something new about itself: its fault may be fixed. */
  changed(nodeId: string): Promise<void>;
  /** The node takes jobs from now on. */
  arrived(nodeId: string): Promise<void>;
}

/** Registers connected agents: stores what they report about their host, reconciles their jobs, and puts their nodes to use. */
@Injectable()
export class NodeHello {
  constructor(
    private readonly repository: NodeRepository,
    private readonly presence: NodePresence,
    private readonly drain: NodeDrain,
    private readonly clones: NodeClones,
    private readonly news: NodeEventPublisher,
  ) {}

  handlers(jobs: NodeJobs): Pick<AgentEventHandlers, 'node.hello'> {
    return { 'node.hello': (agent, hello) => this.registerAgent(agent, hello, jobs) };
  }

  private async registerAgent(
    agent: ConnectedAgent,
    hello: AgentHello,
    jobs: NodeJobs,
  ): Promise<AgentHelloReply> {
    const { nodeId } = agent;
    const isClonedNow = await this.clones.note(nodeId, hello);
    if ((await this.repository.saveHello(nodeId, hello)) || isClonedNow) {
      this.news.nodeChanged({ kind: agent.nodeKind, nodeId });
      await jobs.changed(nodeId);
    } else {
      await this.drain.probeNow(nodeId);
    }
    const replies = await jobs.reconcile(nodeId, hello.jobs);
    await agent.becomeCurrent();
    await this.presence.arrive(nodeId, agent);
    if (!agent.isConnected()) {
      // It disconnected before it was recorded: recording the disconnection had no effect.
      this.presence.leave(nodeId, agent.connectionId);
    }
    await jobs.arrived(nodeId);
    return { nodeId, reportMs: limits.agentReportMs, jobs: replies, now: Date.now() };
  }
}
