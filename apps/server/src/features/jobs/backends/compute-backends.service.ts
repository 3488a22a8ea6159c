import { Injectable } from '@nestjs/common';
import { AgentBackend } from './agent/agent-backend.service.js';
import type { ComputeBackend } from './compute-backend.js';

/** The compute backends of this platform by name. */
@Injectable()
export class ComputeBackends {
  private readonly backends: ReadonlyMap<string, ComputeBackend>;

  constructor(agents: AgentBackend) {
    this.backends = new Map([[agents.name, agents]]);
  }

  get all(): readonly ComputeBackend[] {
    return [...this.backends.values()];
  }

  /** @throws Error for a name that no backend of this version has. */
  get(name: string): ComputeBackend {
    const backend = this.backends.get(name);
    if (!backend) {
      throw new Error(`There is no compute backend ${name}.`);
    }
    return backend;
  }
}
