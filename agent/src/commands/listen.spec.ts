import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { closeSessionsSchema, stopScriptSchema } from '@clusterdesk/contracts';
import type { Commands } from './command.js';
import { listenForCommands } from './listen.js';

describe('orders', () => {
  let said: string;
  beforeEach(() => {
    said = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      said += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Gives an order as the proved server would. */
  function order(event: string, payload: unknown): Promise<unknown> {
    const commands = {
      'jobs.stop-script': {
        schema: stopScriptSchema,
        summary: ({ jobId }: { jobId: string }) => `job ${jobId}`,
        invalid: { isKnown: false },
        handle: async () => ({ isKnown: true }),
      },
      'sessions.close': {
        schema: closeSessionsSchema,
        summary: () => '',
        handle: async () => ({ closed: [], left: [] }),
      },
    } as unknown as Commands;
    return new Promise((resolve, reject) => {
      const onOrder = (name: string, carryOut: (raw: unknown) => Promise<unknown>): void => {
        if (name === event) {
          carryOut(payload).then(resolve, reject);
        }
      };
      listenForCommands({ onOrder }, commands);
    });
  }

  it('are logged', async () => {
    const stop = { jobId: 'j1', attempt: 1, reason: 'stopped' };
    expect(await order('jobs.stop-script', stop)).toEqual({ isKnown: true });
    expect(said).toBe('agent: order jobs.stop-script: job j1\n');
  });

  it('that are malformed are logged as such, without what is in them', async () => {
    const stop = { jobId: 's3cret '.repeat(100), attempt: 's3cret', reason: 's3cret' };
    expect(await order('jobs.stop-script', stop)).toEqual({ isKnown: false });
    expect(said).toMatch(
      /^agent: order jobs\.stop-script is malformed: jobId \(too_big\), attempt \(.*\n$/,
    );
    expect(said).not.toContain('s3cret');
  });

  it('that are malformed and have no answer are logged, too, in one bounded line', async () => {
    const keys = Array.from({ length: 5_000 }, () => 'a\nb');
    await expect(order('sessions.close', { keys })).rejects.toThrow('stays unanswered');
    expect(said).toMatch(/^agent: order sessions\.close is malformed: keys \(.*\n$/);
    expect(said.length).toBeLessThan(300);
    said = '';
    await expect(order('sessions.close', null)).rejects.toThrow();
    expect(said).toContain('is malformed: payload (');
  });
});
