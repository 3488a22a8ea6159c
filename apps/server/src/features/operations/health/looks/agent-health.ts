import { Injectable } from '@nestjs/common';
import { version } from '../../../../platform/version.js';
import { AgentCensus } from '../../../cluster/agents/agent-census.service.js';
import type { Finding, HealthLooker } from '../health-look.js';

/** The agents, and which version the platform itself has. */
@Injectable()
export class AgentHealth implements HealthLooker {
  readonly looks = {
    agents: () => this.lookAtAgents(),
    version: () =>
      Promise.resolve({
        state: 'ok' as const,
        version,
        facts: { startTime: Math.round(performance.timeOrigin) },
      }),
  };

  constructor(private readonly census: AgentCensus) {}

  private async lookAtAgents(): Promise<Finding> {
    const facts = await this.census.count(version);
    if (facts.offline > 0) {
      return { state: 'warning', reason: 'agentsOffline', facts };
    }
    return facts.otherVersions > 0
      ? { state: 'warning', reason: 'agentsDiffer', facts }
      : { state: 'ok', facts };
  }
}
