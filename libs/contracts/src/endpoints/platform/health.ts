import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { fetchTicketInput } from '../../wire.js';
import { settingKinds, settingValue } from './settings.js';

const managing = { anyPermission: ['system.manage'] } as const;

/** What is looked at, in the order in which pages show it. */
export const healthCheckNames = [
  'database',
  'migrations',
  'workers',
  'tasks',
  'redis',
  'filesDisk',
  'dataDisk',
  'backupDisk',
  'backup',
  'backupProof',
  'agents',
  'mail',
  'clock',
  'certificate',
  'settings',
  'licence',
  'version',
] as const;
export type HealthCheckName = (typeof healthCheckNames)[number];

/** From good to bad. `unknown`: there was no answer in time, or none that says anything. */
export const healthStates = ['ok', 'unknown', 'warning', 'failed'] as const;
export type HealthState = (typeof healthStates)[number];

/** Why a check is as it is; pages say what to do about each. */
export const healthReasons = [
  'noAnswer',
  'lookFailed',
  'databaseAway',
  'connectionsScarce',
  'transactionOld',
  'migrationsPending',
  'migrationsNewer',
  'noWorker',
  'dueWorkLate',
  'tasksWait',
  'tasksFailed',
  'redisAway',
  'redisEvicts',
  'redisFull',
  'folderMissing',
  'diskLow',
  'diskFull',
  'backupNever',
  'backupOld',
  'backupFailed',
  'proofNever',
  'proofStale',
  'agentsOffline',
  'agentsDiffer',
  'mailOff',
  'mailFailed',
  'clockOff',
  'certificateEnds',
  'certificateOver',
  'settingsBroken',
  'settingsUnusable',
  'licenceNone',
  'licenceEnds',
  'licenceOver',
  'licenceInvalid',
] as const;
export type HealthReason = (typeof healthReasons)[number];

/**
 * The figures of the checks. The end of a name is its unit: `Bytes`, `Seconds`, `Ms` (milliseconds), `Time` (milliseconds since the
 * epoch); without one it is a count.
 */
export const healthFacts = [
  'sizeBytes',
  'connections',
  'maxConnections',
  'oldestTransactionSeconds',
  'answerMs',
  'applied',
  'pending',
  'workers',
  'lateWork',
  'waiting',
  'active',
  'failed',
  'oldestWaitingSeconds',
  'lastFailureTime',
  'freeBytes',
  'reserveBytes',
  'totalBytes',
  'lastBackupTime',
  'archiveBytes',
  'provedTime',
  'backInSeconds',
  'online',
  'offline',
  'otherVersions',
  'lastSentTime',
  'offMs',
  'endTime',
  'daysLeft',
  'brokenValues',
  'startTime',
] as const;
export type HealthFact = (typeof healthFacts)[number];

/** A setting whose stored value breaks its rule. */
export const brokenSetting = z.object({
  key: z.string(),
  /** Of one on the settings page; null: it is the platform's own, and nothing counts in its place. */
  kind: z.enum(settingKinds).nullable(),
  /** What counts meanwhile: its default; null of a secret. */
  inUse: settingValue,
});
export type BrokenSetting = z.infer<typeof brokenSetting>;

export const healthCheck = z.object({
  name: z.enum(healthCheckNames),
  state: z.enum(healthStates),
  /** Null: there is nothing to say of it. */
  reason: z.enum(healthReasons).nullable(),
  /** Since when it is in this state, milliseconds since the epoch; null: it has just changed, or nobody has looked before. */
  since: z.number().nullable(),
  facts: z.partialRecord(z.enum(healthFacts), z.number()),
  /** A version; empty where there is none. */
  version: z.string(),
  /** Of the check `settings`. */
  brokenSettings: z.array(brokenSetting),
});
export type HealthCheck = z.infer<typeof healthCheck>;

export const healthReport = z.object({
  /** When the platform was looked at, milliseconds since the epoch. */
  time: z.number(),
  /** What does not apply to this installation, such as Redis, is left out. */
  checks: z.array(healthCheck),
});
export type HealthReport = z.infer<typeof healthReport>;

/** Where the board of task queues is, below `/api`; its cookie is good for this path alone. */
export const taskBoardPath = '/platform/taskBoard';

export const healthEndpoints = {
  report: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/platform/health',
    summary:
      'How the platform is: each part with its state, figures, and why. A part that does not answer in time is `unknown`.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: healthReport,
  }),
  requestTaskBoard: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/platform/getTaskBoard',
    summary: 'A single-use ticket for the board of task queues.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: z.string(),
  }),
  openTaskBoard: defineEndpoint({
    feature: 'operations',
    method: 'GET',
    path: '/platform/openTaskBoard',
    summary:
      'Leads to the board of task queues, with a cookie that is good for it alone, for a quarter of an hour.',
    access: 'ticket',
    audited: false,
    input: fetchTicketInput,
    result: z.unknown(),
    transport: 'raw',
  }),
} as const;
