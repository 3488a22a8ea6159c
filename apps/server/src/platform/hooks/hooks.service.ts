import { Injectable, Logger } from '@nestjs/common';
import type { HookDefinition, HookHandler } from './hooks.js';

/**
 * The in-process hooks of this process: a feature runs them after its commit, others register in `onModuleInit`. They let a
 * feature follow what one below it does, without an import in the wrong direction. What must not be lost does not hang on one.
 */
@Injectable()
export class Hooks {
  private readonly logger = new Logger('Hooks');
  private readonly handlers = new Map<string, HookHandler<never>[]>();

  /** Registers a handler. Handlers of one hook run in the order in which they were registered. */
  on<Payload>(hook: HookDefinition<Payload>, handler: HookHandler<Payload>): void {
    const known = this.handlers.get(hook.name) ?? [];
    this.handlers.set(hook.name, [...known, handler]);
  }

  /** Runs the handlers one after the other. What one of them throws is logged and does not stop the others. */
  async notify<Payload>(hook: HookDefinition<Payload>, payload: Payload): Promise<void> {
    for (const handler of this.handlersOf(hook)) {
      try {
        await handler(payload);
      } catch (error) {
        this.logger.error({ err: error, hook: hook.name }, 'A hook handler failed');
      }
    }
  }

  private handlersOf<Payload>(hook: HookDefinition<Payload>): readonly HookHandler<Payload>[] {
    // `on` accepts only handlers of the hook's own payload.
    return (this.handlers.get(hook.name) ?? []) as unknown as readonly HookHandler<Payload>[];
  }
}
