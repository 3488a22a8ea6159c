import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';
import { endProcess } from './process-table.js';

test('a process that does not heed a signal gets the next, one that ends no more', async () => {
  const stubborn = spawn('sh', ['-c', 'trap "" TERM; echo up; while :; do sleep 1; done']);
  await once(stubborn.stdout, 'data');
  const end = once(stubborn, 'exit');
  await endProcess(stubborn.pid!, { SIGTERM: 1, SIGKILL: 60_000 });
  expect(await end).toEqual([null, 'SIGKILL']);

  const obedient = spawn('sleep', ['600']);
  const sent: string[] = [];
  await endProcess(obedient.pid!, { SIGTERM: 60_000, SIGKILL: 1 }, (signal) => {
    sent.push(signal);
    obedient.kill(signal);
  });
  expect(sent).toEqual(['SIGTERM']);
});
