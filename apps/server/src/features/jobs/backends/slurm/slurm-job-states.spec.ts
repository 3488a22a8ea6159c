import { describe, expect, it } from '@jest/globals';
import type { SlurmJob } from './slurm-answers.js';
import { endOf, phaseOf, waitReasonOf } from './slurm-job-states.js';

const job = (more: Partial<SlurmJob>): SlurmJob => ({
  externalId: '1',
  state: 'FAILED',
  waitStatus: 0,
  startedAt: null,
  endedAt: null,
  nodeName: 'n1',
  accountName: 'man',
  reason: 'None',
  ...more,
});

describe('a state of Slurm', () => {
  it.each([
    ['PENDING', 'waiting'],
    ['CONFIGURING', 'waiting'],
    ['RUNNING', 'running'],
    ['COMPLETING', 'running'],
    ['SUSPENDED', 'running'],
    ['A_LATER_WORD', 'running'],
    ['TIMEOUT', 'ended'],
    ['NODE_FAIL', 'lost'],
    ['PREEMPTED', 'lost'],
  ])('%s is %s', (state, phase) => expect(phaseOf({ state })).toBe(phase));

  it.each([
    [{ state: 'COMPLETED' }, { status: 'COMPLETED', exitCode: 0, signal: null, reason: '' }],
    [{ waitStatus: 768 }, { status: 'FAILED', exitCode: 3, signal: null, reason: '' }],
    [
      { waitStatus: 9, reason: 'JobLaunchFailure' },
      { status: 'FAILED', exitCode: 137, signal: 9, reason: '' },
    ],
    [
      { waitStatus: 139, reason: 'JobLaunchFailure' },
      { status: 'FAILED', exitCode: 139, signal: 11, reason: '' },
    ],
    [
      { waitStatus: 4021, reason: 'JobLaunchFailure' },
      { status: 'FAILED', exitCode: null, signal: null, reason: 'SLURM_LAUNCH_FAILED' },
    ],
    [
      { state: 'TIMEOUT', waitStatus: 15 },
      { status: 'TIMEOUT', exitCode: 143, signal: 15 },
    ],
    [
      { state: 'OUT_OF_MEMORY', waitStatus: 9 },
      { status: 'FAILED', exitCode: 137, reason: 'OUT_OF_MEMORY' },
    ],
    [
      { waitStatus: 1, nodeName: '', reason: 'BadConstraints' },
      { status: 'FAILED', exitCode: null, signal: null, reason: 'SLURM_REFUSED' },
    ],
    [
      { state: 'CANCELLED', nodeName: '' },
      { status: 'CANCELLED', exitCode: null, reason: 'SLURM_CANCELLED' },
    ],
  ] as const)('%j ends a job as %j', (said, end) =>
    expect(endOf(job(said), false)).toMatchObject(end),
  );

  it('of a job that was to be stopped needs no further reason', () => {
    expect(endOf(job({ state: 'CANCELLED', waitStatus: 15 }), true)).toMatchObject({
      status: 'CANCELLED',
      reason: '',
      signal: 15,
    });
  });

  it.each([
    ['None', 'SLURM_SOON'],
    ['Resources', 'SLURM_RESOURCES'],
    ['Priority', 'SLURM_OTHERS_FIRST'],
    ['JobHeldUser', 'SLURM_HELD'],
    ['PartitionDown', 'SLURM_PARTITION_CLOSED'],
    ['PartitionConfig', 'SLURM_TOO_LARGE'],
    ['PartitionTimeLimit', 'SLURM_TOO_LARGE'],
    ['ReqNodeNotAvail, UnavailableNodes:n1', 'SLURM_NODES_AWAY'],
    ['QOSMaxCpuPerUserLimit', 'SLURM_LIMIT'],
    ['AssocGrpCpuLimit', 'SLURM_LIMIT'],
    ['Licenses', 'SLURM_WAITS'],
  ])('waits for %s as %s', (reason, code) => expect(waitReasonOf({ reason })).toBe(code));
});
