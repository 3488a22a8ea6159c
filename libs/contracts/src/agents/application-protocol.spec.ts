import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import {
  applicationEndedSchema,
  applicationOutputSchema,
  applicationOutputSentMaxBytes,
  applicationRefusals,
  isApplicationRefusal,
  runApplicationReplySchema,
  runApplicationSchema,
} from './application-protocol.js';

const runId = '6f1f1f5e-0000-4000-8000-000000000000';
const command = { runId, name: 'htop', version: '3.2~rc1', action: 'install', script: 'true' };

describe('a run of an application', () => {
  it('is what it says', () => {
    expect(runApplicationSchema.parse(command)).toEqual(command);
  });

  it.each([
    { runId: '../../../../../../../../../etc/cron.d/x' },
    { name: '..' },
    { name: 'a/b' },
    { name: 'Htop' },
    { version: '1 2' },
    { version: '-rf' },
    { action: 'run' },
    { script: '' },
    { script: 'a\0b' },
    { script: 'x'.repeat(limits.applicationScriptBytes + 1) },
  ])('is refused with %j', (more) => {
    expect(runApplicationSchema.safeParse({ ...command, ...more }).success).toBe(false);
  });

  it('has an answer whose reason is bounded', () => {
    const reason = 'x'.repeat(5_000);
    expect(runApplicationReplySchema.parse({ isAccepted: false, reason }).reason).toHaveLength(
      1_000,
    );
    expect(Object.keys(applicationRefusals).every(isApplicationRefusal)).toBe(true);
    expect(isApplicationRefusal('constructor')).toBe(false);
  });
});

describe('output', () => {
  const piece = (offset: number, bytes: number) =>
    applicationOutputSchema.safeParse({ runId, offset, data: new Uint8Array(bytes) }).success;

  it('comes in pieces that are bounded, and ends where no more is kept', () => {
    expect(piece(0, limits.jobLogChunkBytes)).toBe(true);
    expect(piece(0, limits.jobLogChunkBytes + 1)).toBe(false);
    expect(piece(applicationOutputSentMaxBytes - 1, 1)).toBe(true);
    expect(piece(applicationOutputSentMaxBytes, 1)).toBe(false);
    expect(piece(-1, 1)).toBe(false);
  });
});

it('an end has an exit code that a row can hold, and a known reason', () => {
  const end = { runId, exitCode: 70_000, reason: 'exited' };
  expect(applicationEndedSchema.parse(end).exitCode).toBe(255);
  expect(applicationEndedSchema.safeParse({ ...end, reason: 'else' }).success).toBe(false);
});
