import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { idSchema, nothing, pageSchema, ruleMessage, wireBoolean, wireTime } from '../../wire.js';

const managing = { anyPermission: ['system.manage'] } as const;

/**
 * Why a backup was taken: asked for, by the schedule, before a restoring or an upgrade changed anything, or it was made elsewhere and
 * brought here.
 */
export const backupKinds = ['manual', 'scheduled', 'safety', 'imported'] as const;
export type BackupKind = (typeof backupKinds)[number];

export const backupStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type BackupState = (typeof backupStates)[number];

/** What a running backup or restoring is at. */
export const backupPhases = ['checking', 'database', 'files', 'saving', 'sending'] as const;
export type BackupPhase = (typeof backupPhases)[number];

export const backupRow = z.object({
  id: z.string(),
  kind: z.enum(backupKinds),
  state: z.enum(backupStates),
  /** The users' and projects' files are in it, too. */
  withFiles: z.boolean(),
  phase: z.enum(backupPhases).nullable(),
  doneBytes: z.number(),
  /** 0 while it is not known. */
  totalBytes: z.number(),
  /** Of the whole archive; null until it is done. */
  sizeBytes: z.number().nullable(),
  /** How many entries of users and projects it does not hold: sockets, devices, what could not be read. Null where that is not known. */
  leftOut: z.number().nullable(),
  /** Of the platform that took it; null until it is known. */
  version: z.string().nullable(),
  createTime: wireTime,
  endTime: wireTime.nullable(),
  /** Who asked for it; null: the schedule, or a user who is gone. */
  userName: z.string().nullable(),
  /** It lies in the folder of backups of this platform. */
  isHere: z.boolean(),
  /** A copy lies in the store that the schedule names. */
  isStored: z.boolean(),
  /** Why it failed, for people. */
  message: z.string(),
});
export type BackupRow = z.infer<typeof backupRow>;

export const restoringRow = z.object({
  id: z.string(),
  backupId: z.string(),
  state: z.enum(backupStates),
  phase: z.enum(backupPhases).nullable(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  createTime: wireTime,
  endTime: wireTime.nullable(),
  userName: z.string().nullable(),
  message: z.string(),
});
export type RestoringRow = z.infer<typeof restoringRow>;

/** When backups are taken by themselves, and how many of those are kept. */
export const backupPlan = z.object({
  isOn: z.boolean(),
  /** In the platform's zone. */
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .meta({ examples: ['02:30'] }),
  /** Days of the week, 0 is Sunday; at least one. */
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  withFiles: z.boolean(),
  /** How many scheduled backups are kept, whatever their age. */
  keepAtLeast: z.number().int().min(1).max(1_000),
  /** Older ones than so many days are removed, but for those. */
  keepDays: z.number().int().min(1).max(3_650),
});
export type BackupPlan = z.infer<typeof backupPlan>;

/** An S3-compatible object store for copies of scheduled backups. The secret is written, never shown. */
export const backupStore = z.object({
  endpoint: z
    .string()
    .max(300)
    .refine(
      (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
      ruleMessage('须为 http:// 或 https:// 地址', 'It must be an http:// or https:// address'),
    ),
  region: z.string().max(64),
  bucket: z.string().min(1).max(63),
  prefix: z.string().max(200),
  accessKeyId: z.string().min(1).max(200),
});
export type BackupStore = z.infer<typeof backupStore>;

/** Whether a backup is known to come back: no drill passed yet, one within 30 days, or longer ago. */
export const proofStates = ['never', 'fresh', 'stale'] as const;

/** After so many days a drill that passed says little. */
export const proofFreshDays = 30;

export const backupEndpoints = {
  list: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/list',
    summary: 'The backups, newest first, and the restoring that is under way or ended last.',
    access: managing,
    audited: false,
    input: z.object(pageSchema),
    result: z.object({
      content: z.array(backupRow),
      totalElements: z.number(),
      restoring: restoringRow.nullable(),
    }),
  }),
  add: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/add',
    summary: 'Take a backup of the running platform; its progress comes by events.',
    access: managing,
    audited: true,
    input: z.object({ withFiles: wireBoolean.default(false) }),
    result: backupRow,
  }),
  cancel: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/cancel',
    summary: 'Stop a backup that is under way; nothing of it is left.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  remove: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/delete',
    summary: 'Delete a backup, here and in the store.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  restore: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/restore',
    summary:
      'Replace what is here by a backup: all of it is checked and a safety backup taken before anything changes; all users are signed out.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: restoringRow,
  }),
  prove: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/prove',
    summary:
      'Restore a backup into a scratch database in the background and look at what came: a drill. Nothing that runs notices it.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: nothing,
  }),
  proofState: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/proofState',
    summary: 'Whether backups are known to come back, and how long that takes.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: z.object({
      state: z.enum(proofStates),
      /** As measured by the last drill that passed; null: none did. */
      backInMinutes: z.number().int().nullable(),
      /** The backup whose drill was asked for and has not ended. */
      askedId: z.string().nullable(),
      /** The drill that ended last. */
      last: z
        .object({
          backupId: z.string(),
          time: wireTime,
          passed: z.boolean(),
          /** Why it failed, or what to see to although it passed; for people. */
          message: z.string(),
        })
        .nullable(),
    }),
  }),
  recovery: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/recovery',
    summary:
      'What lies outside of a backup and is needed with it, to be printed: variables of the environment, compared with those of now, never their values.',
    access: managing,
    audited: false,
    input: z.object({ id: idSchema }),
    result: z.object({
      takenAt: z.string(),
      version: z.string(),
      /** What the platform was told, and is no secret. */
      settings: z.array(z.object({ name: z.string(), value: z.string() })),
      secrets: z.array(
        z.object({
          name: z.string(),
          /** Compared with when the backup was taken. */
          state: z.enum(['same', 'changed', 'missing']),
        }),
      ),
    }),
  }),
} as const;
