import { describe, expect, it } from '@jest/globals';
import { agentHelloReplySchema, agentHelloSchema, metricReportSchema } from './agent-protocol.js';
import {
  agentJobsMax,
  outputSentMaxBytes,
  runEndedSchema,
  runOutputSchema,
  runStartedSchema,
} from './run-protocol.js';
import { readRefusal, runReplySchema } from './run-refusals.js';
import { limits } from '../limits.js';

const ref = { jobId: '7', attempt: 1 };
const ended = { ...ref, reason: 'exited', exitCode: 0, outputBytes: 0, endedAt: 1_000 };

describe('what an agent says of a job', () => {
  it('has moments that a date can hold: one in the future is taken as now', () => {
    const latest = Date.now() + 61_000;
    expect(runEndedSchema.parse({ ...ended, endedAt: 8.64e15 }).endedAt).toBeLessThan(latest);
    expect(runEndedSchema.parse({ ...ended, endedAt: -1 }).endedAt).toBe(0);
    const started = runStartedSchema.parse({ ...ref, startedAt: Number.MAX_VALUE });
    expect(started.startedAt).toBeLessThan(latest);
  });

  it('has exit codes and sizes that a column can hold', () => {
    const parsed = runEndedSchema.parse({ ...ended, exitCode: 2 ** 40, outputBytes: 2 ** 50 });
    expect(parsed).toMatchObject({ exitCode: 255, outputBytes: outputSentMaxBytes() });
    expect(runEndedSchema.parse({ ...ended, exitCode: null }).exitCode).toBeNull();
    expect(runEndedSchema.parse({ ...ended, cpuSeconds: 1e308 }).cpuSeconds).toBeUndefined();
    const refused = { isAccepted: false, reason: `AGENT_JOB_INVALID: ${'x'.repeat(900_000)}` };
    expect(runReplySchema.parse(refused).reason).toHaveLength(1_000);
    expect(runEndedSchema.safeParse({ ...ended, attempt: 2 ** 31 }).success).toBe(false);
  });

  it('names causes of an end that are known here', () => {
    expect(runEndedSchema.parse({ ...ended, cause: 'memory' }).cause).toBe('memory');
    expect(runEndedSchema.parse({ ...ended, cause: 'of-tomorrow' }).cause).toBeUndefined();
  });

  it('brings output in small pieces, and no more than is kept', () => {
    const piece = (offset: number, bytes: number, kind?: string): boolean =>
      runOutputSchema.safeParse({ ...ref, kind, offset, data: new Uint8Array(bytes) }).success;
    expect(piece(0, limits.jobLogChunkBytes)).toBe(true);
    expect(piece(0, limits.jobLogChunkBytes + 1)).toBe(false);
    expect(piece(outputSentMaxBytes() - 10, 10)).toBe(true);
    expect(piece(outputSentMaxBytes() - 10, 11)).toBe(false);
    const ofApplication = outputSentMaxBytes('application');
    expect(ofApplication).toBeLessThan(outputSentMaxBytes());
    expect(piece(ofApplication - 1, 1, 'application')).toBe(true);
    expect(piece(ofApplication, 1, 'application')).toBe(false);
    expect(piece(-1, 1)).toBe(false);
  });

  it('describes its host in what can be stored and shown', () => {
    const hello = agentHelloSchema.parse({
      ...{ hostname: '节点 7\0\u202e\ud800', agentVersion: '1\n2', platform: '\u001b[31mlinux' },
      ...{ cpus: 1, memoryBytes: 1, allow: [], confinement: 'none', acceptsJobs: false, jobs: [] },
    });
    expect(hello).toMatchObject({
      hostname: '节点 7???',
      agentVersion: '1?2',
      platform: '?[31mlinux',
    });
  });

  it('names protections once each, and those of a later agent are left out', () => {
    const hello = agentHelloSchema.parse({
      ...{ hostname: 'n', agentVersion: '1', platform: 'linux', cpus: 1, memoryBytes: 1 },
      ...{ allow: ['jobs'], confinement: 'none', acceptsJobs: true, jobs: [] },
      protections: ['files', 'of-tomorrow', 'account', 'files'],
    });
    expect(hello.protections).toEqual(['files', 'account']);
  });

  it('names a thousand runs in its hello at most', () => {
    const hello = (count: number): boolean =>
      agentHelloSchema.safeParse({
        ...{ hostname: 'n', agentVersion: '1', platform: 'linux', cpus: 1, memoryBytes: 1 },
        ...{ allow: ['jobs'], confinement: 'none', acceptsJobs: true },
        jobs: Array.from({ length: count }, () => ({ ...ref, isEnded: false })),
      }).success;
    expect(hello(agentJobsMax)).toBe(true);
    expect(hello(agentJobsMax + 1)).toBe(false);
  });
});

describe('a refusal', () => {
  it('is the job’s fault or the node’s by its code', () => {
    expect(readRefusal('job', { reason: 'AGENT_FOLDER_REFUSED: /etc is no place.' })).toEqual({
      code: 'AGENT_FOLDER_REFUSED',
      fault: 'job',
    });
    expect(readRefusal('job', { reason: 'AGENT_SPOOL_FAILED: no space.', fault: 'job' })).toEqual({
      code: 'AGENT_SPOOL_FAILED',
      fault: 'node',
    });
  });

  it('counts for the kinds of runs that meet it', () => {
    const reason = 'AGENT_APPLICATION_BUSY: another script is at work.';
    expect(readRefusal('application', { reason })).toEqual({
      code: 'AGENT_APPLICATION_BUSY',
      fault: 'node',
    });
    expect(readRefusal('job', { reason })).toEqual({ code: 'AGENT_REFUSED', fault: 'job' });
    const full = { reason: 'AGENT_SPOOL_FAILED: no space.' };
    expect(readRefusal('application', full).code).toBe('AGENT_SPOOL_FAILED');
  });

  it('of a later agent counts by the fault it names, and else is final', () => {
    const reason = 'AGENT_OF_TOMORROW: who knows.';
    expect(readRefusal('job', { reason, fault: 'node' })).toEqual({
      code: 'AGENT_REFUSED',
      fault: 'node',
    });
    expect(readRefusal('job', { reason })).toEqual({ code: 'AGENT_REFUSED', fault: 'job' });
    expect(readRefusal('job', {})).toEqual({ code: 'AGENT_REFUSED', fault: 'job' });
    expect(readRefusal('job', { reason: 'constructor' })).toMatchObject({ code: 'AGENT_REFUSED' });
    const parsed = runEndedSchema.parse({ ...ended, refusal: 'AGENT_OF_TOMORROW' });
    expect(parsed.refusal).toBeUndefined();
  });
});

describe('what keeps an agent heard', () => {
  it('is a report without samples as well', () => {
    expect(metricReportSchema.parse({ samples: [] })).toEqual({ samples: [] });
  });

  it('begins with a greeting, which older servers answer without their time', () => {
    const reply = { nodeId: '1', reportMs: 2_000, jobs: [] };
    expect(agentHelloReplySchema.parse(reply)).toEqual(reply);
    expect(agentHelloReplySchema.parse({ ...reply, now: 1_700_000_000_000 }).now).toBe(
      1_700_000_000_000,
    );
    expect(agentHelloReplySchema.safeParse({ ...reply, now: 'noon' }).success).toBe(false);
  });
});
