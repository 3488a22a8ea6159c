import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { stopWithLauncher } from './process-life.js';

// The stop's own deadline must not end the process that runs the specs.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] }));

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const faults = ['unhandledRejection', 'uncaughtException'];
const events = [...faults, 'SIGTERM', 'SIGINT', 'disconnect'];

/** A process that ends with the launcher: what makes it see an event, the steps that it takes, and the code that it ends with. */
function running() {
  const steps: string[] = [];
  const app = {
    get: () => ({ stopTimeoutMs: 60_000 }),
    close: () => Promise.resolve(void steps.push('closed')),
  } as unknown as INestApplicationContext;
  const handlers = new Map<string, (value?: unknown) => void>();
  const catchHandler = (event: string | symbol, handler: () => void): typeof process => {
    expect(events).toContain(event);
    handlers.set(String(event), handler);
    return process;
  };
  jest.spyOn(process, 'on').mockImplementation(catchHandler);
  jest.spyOn(process, 'once').mockImplementation(catchHandler);
  // The worker of Jest that this runs in may have no launcher, or one that is gone.
  const { send } = process;
  delete process.send;
  const exitCode = new Promise<unknown>((resolve) => {
    jest.spyOn(process, 'exit').mockImplementation((code) => resolve(code) as never);
  });
  try {
    stopWithLauncher(app, () => Promise.resolve(void steps.push('drained')));
  } finally {
    Object.assign(process, { send });
  }
  return { steps, exitCode, see: (event: string, value?: unknown) => handlers.get(event)?.(value) };
}

describe('a process', () => {
  it.each(faults)(
    'drains and ends with 1 after an %s, and says where it came from',
    async (fault) => {
      const errors = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      const { steps, exitCode, see } = running();
      const error = new Error('planted');
      see(fault, error);
      see('unhandledRejection', new Error('another'));
      expect(await exitCode).toBe(1);
      expect(steps).toEqual(['drained', 'closed']);
      expect(errors.mock.calls[0]?.[0]).toEqual({ err: error });
      expect(errors).toHaveBeenCalledTimes(2);
    },
  );

  it('drains and ends with 0 when it is told to', async () => {
    const { steps, exitCode, see } = running();
    see('SIGTERM');
    expect(await exitCode).toBe(0);
    expect(steps).toEqual(['drained', 'closed']);
  });
});
