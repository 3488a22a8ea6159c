import { Injectable } from '@nestjs/common';
import {
  limits,
  lookedForMax,
  type AgentHello,
  type AgentHelloReply,
} from '@clusterdesk/contracts';
import { ApplicationCatalogue } from '../applications/catalogue/application-catalogue.service.js';
import { AgentProgram } from '../agent-files/agent-program.service.js';
import { NodeClones } from '../draining/node-clones.service.js';
import { NodeDrain } from '../draining/node-drain.service.js';
import { NodeEventPublisher } from '../presence/node-event-publisher.service.js';
import { NodePresence } from '../presence/node-presence.service.js';
import { RunEvents } from '../runs/run-events.service.js';
import { NodeRepository } from '../node.repository.js';
import type { AgentEventHandlers, ConnectedAgent } from './agent-events.js';

/** Registers connected agents: stores what they report about their host, reconciles their runs, and puts their nodes to use. */
@Injectable()
export class NodeHello {
  readonly handlers: Pick<AgentEventHandlers, 'node.hello'> = {
    'node.hello': (agent, hello) => this.registerAgent(agent, hello),
  };

  constructor(
    private readonly repository: NodeRepository,
    private readonly presence: NodePresence,
    private readonly drain: NodeDrain,
    private readonly clones: NodeClones,
    private readonly news: NodeEventPublisher,
    private readonly runs: RunEvents,
    private readonly program: AgentProgram,
    private readonly catalogue: ApplicationCatalogue,
  ) {}

  private async registerAgent(agent: ConnectedAgent, hello: AgentHello): Promise<AgentHelloReply> {
    const { nodeId } = agent;
    const isClonedNow = await this.clones.note(nodeId, hello);
    if ((await this.repository.saveHello(nodeId, hello)) || isClonedNow) {
      this.news.nodeChanged({ kind: agent.nodeKind, nodeId });
      await this.runs.changed(nodeId);
    } else {
      await this.drain.probeNow(nodeId);
    }
    const jobs = await this.runs.reconcile(nodeId, hello.jobs);
    await agent.becomeCurrent();
    await this.presence.arrive(nodeId, agent);
    if (!agent.isConnected()) {
      // It disconnected before it was recorded: recording the disconnection had no effect.
      this.presence.leave(nodeId, agent.connectionId);
    }
    await this.runs.arrived(nodeId);
    const offer = await this.program.offer();
    const programs = (await this.catalogue.list()).flatMap(({ program }) => program ?? []);
    return {
      ...{ nodeId, reportMs: limits.agentReportMs, jobs, now: Date.now() },
      programs: [...new Set(programs)].slice(0, lookedForMax),
      ...(offer && offer.version !== hello.agentVersion && { agent: offer }),
    };
  }
}
