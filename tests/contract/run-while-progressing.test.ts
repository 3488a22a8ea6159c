import { describe, expect, test } from '@jest/globals';
import { runWhileProgressing } from '../../scripts/support/run-while-progressing.mjs';

const run = (program: string, limits: { silenceMs: number; overallMs?: number }) =>
  runWhileProgressing(['--eval', program], { limits: { graceMs: 200, ...limits } });

describe('runWhileProgressing', () => {
  test('lets a program run on while it makes progress, longer than the limit on silence', async () => {
    const program = `
      let left = 12;
      const timer = setInterval(() => {
        process.send('progress');
        left -= 1;
        if (left === 0) { clearInterval(timer); process.exitCode = 3; process.disconnect(); }
      }, 500);`;
    // On a busy machine a program takes seconds to begin.
    expect(await run(program, { silenceMs: 5000 })).toEqual({ status: 3, stopped: null });
  });

  test('stops a program that makes no more progress', async () => {
    const program = `process.send('progress'); setInterval(() => {}, 1000);`;
    const { status, stopped } = await run(program, { silenceMs: 1500 });
    expect(status).toBeNull();
    expect(stopped).toContain('no test ended for');
  });

  test('stops by force a program that does not hear the request', async () => {
    const { stopped } = await run(`for (;;) {}`, { silenceMs: 500 });
    expect(stopped).toContain('no test ended for');
  });

  test('stops a program that goes on for ever', async () => {
    const program = `setInterval(() => process.send('progress'), 50);`;
    const { stopped } = await run(program, { silenceMs: 60_000, overallMs: 1000 });
    expect(stopped).toContain('stopped after');
  });
});
