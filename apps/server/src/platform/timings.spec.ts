import { expect, it } from '@jest/globals';
import { Timings } from './timings.js';

it('keeps every figure that is not changed, and is changed once only', () => {
  const changed = new Timings({ tasks: { lockMs: 1 }, jobs: {} });
  const defaults = new Timings();
  expect(changed).toEqual({ ...defaults, tasks: { ...defaults.tasks, lockMs: 1 } });
  expect(() => Object.assign(changed.tasks, { lockMs: 2 })).toThrow(TypeError);
});

it('has deadlines of PostgreSQL that speak in their order', () => {
  const { connectMs, lockMs, statementMs, answerMs } = new Timings().database;
  expect(lockMs).toBeLessThan(statementMs);
  expect(statementMs).toBeLessThan(answerMs);
  // Nothing takes longer to say that something is away.
  expect(connectMs + answerMs).toBeLessThan(10_000);
});

it('knows a node as offline within 10 s of its last word', () => {
  const { silenceMs, lookMs } = new Timings().nodes;
  expect(silenceMs + lookMs).toBeLessThan(10_000);
});

it('has deadlines of the queues that leave a call its time', () => {
  const { database, tasks } = new Timings();
  expect(tasks.hintMs + database.answerMs).toBeLessThan(10_000);
  expect(tasks.addMs).toBeLessThan(10_000);
});
