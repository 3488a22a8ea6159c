import type { ComputeBackend } from './compute-backend.js';

/** The compute backends of this platform by name. `JobsModule` lists them. */
export class ComputeBackends {
  constructor(readonly all: readonly ComputeBackend[]) {}

  /** @throws Error for a name that no backend of this version has. */
  get(name: string): ComputeBackend {
    const backend = this.all.find((one) => one.name === name);
    if (!backend) {
      throw new Error(`There is no compute backend ${name}.`);
    }
    return backend;
  }
}
