import { Injectable, Logger } from '@nestjs/common';
import type { HookDefinition, HookHandler } from './hooks.js';

/**
 * The in-process hooks of this process: a feature runs them, others register in `onModuleInit`. They let a feature take
 * part in what one below it does, without an import in the wrong direction.
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

  /**
   * Runs the handlers one after the other, as part of the decision: the payload carries the transaction's manager where there
   * is one. The first error ends the run and is thrown, so that the transaction rolls back.
   */
  async run<Payload>(hook: HookDefinition<Payload>, payload: Payload): Promise<void> {
    for (const handler of this.handlersOf(hook)) {
      await handler(payload);
    }
  }

  /** Runs the handlers after the commit. What one of them throws is logged and does not stop the others. */
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
