import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import {
  olderApplicationEndedSchema,
  olderApplicationOutputSchema,
  runApplicationSchema,
} from './application-protocol.js';
import { outputSentMaxBytes } from './run-protocol.js';

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
});

describe('what an agent of the version before says', () => {
  const ref = { kind: 'application', jobId: runId, attempt: 0 };

  it('is read as it is said now, within the same bounds', () => {
    const piece = (offset: number, bytes: number) =>
      olderApplicationOutputSchema.safeParse({ runId, offset, data: new Uint8Array(bytes) });
    expect(piece(3, 1).data).toEqual({ ...ref, offset: 3, data: new Uint8Array(1) });
    expect(piece(0, limits.jobLogChunkBytes + 1).success).toBe(false);
    expect(piece(outputSentMaxBytes('application'), 1).success).toBe(false);
    const end = { runId, exitCode: 70_000, reason: 'exited' };
    expect(olderApplicationEndedSchema.parse(end)).toMatchObject({ ...ref, exitCode: 255 });
    expect(olderApplicationEndedSchema.safeParse({ ...end, reason: 'else' }).success).toBe(false);
    expect(olderApplicationEndedSchema.safeParse({ ...end, runId: 'x' }).success).toBe(false);
  });
});
