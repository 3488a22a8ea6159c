import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import {
  fetchTicketInput,
  idSchema,
  nothing,
  optional,
  wireBoolean,
  wireTime,
} from '../../wire.js';
import { backupPlan, backupRow, backupStore } from './backups.js';

const managing = { anyPermission: ['system.manage'] } as const;

/** The plan, and what follows from it. */
export const backupPlanView = backupPlan.extend({
  /** When the next backup is taken by itself; null: never, the plan is off. */
  nextTime: wireTime.nullable(),
  timeZone: z.string(),
});
export type BackupPlanView = z.infer<typeof backupPlanView>;

/** The store as it is set, without its secret. */
export const backupStoreView = backupStore.extend({
  /** Manual backups are copied there, too. */
  copiesManual: z.boolean(),
});
export type BackupStoreView = z.infer<typeof backupStoreView>;

/** Fields that are not named stay as they are; of a new store all are needed but `copiesManual`. */
const storeChange = backupStoreView
  .extend({
    copiesManual: wireBoolean,
    /** Written only. */
    secret: z.string().min(1).max(200),
  })
  .partial();

/** What one needs to bring the platform back on another machine. */
export const recoveryKit = z.object({
  version: z.string(),
  /** Which installation it is of: licences are made for it. Null: what is stored is no id. */
  installationId: z.string().nullable(),
  /** How people reach the platform; null: it is not set. */
  publicUrl: z.string().nullable(),
  backupDir: z.string(),
  /** Names of the environment variables that are set, in order. Never their values. */
  variables: z.array(z.string()),
  /** Where copies are kept; null: nowhere. */
  store: backupStore.pick({ endpoint: true, bucket: true, prefix: true }).nullable(),
  /** The newest finished backup. */
  newest: z.object({ id: z.string(), time: wireTime, sizeBytes: z.number().nullable() }).nullable(),
});
export type RecoveryKit = z.infer<typeof recoveryKit>;

export const backupStoreEndpoints = {
  export: defineEndpoint({
    feature: 'backups',
    method: 'GET',
    path: '/backup/export',
    summary:
      'A backup as a tar. Without an id a backup of the database is taken now. Answers ranges, so that a broken download goes on.',
    access: managing,
    audited: true,
    turn: 'wait',
    input: z.object({ id: optional(idSchema) }),
    result: z.unknown(),
    transport: 'raw',
  }),
  exportTicket: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/exportTicket',
    summary:
      'A ticket with which a browser fetches a backup, in as many pieces as it takes, while the session lasts.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: z.string(),
  }),
  fetchExport: defineEndpoint({
    feature: 'backups',
    method: 'GET',
    path: '/backup/fetch',
    summary: 'The backup behind a ticket, as a tar.',
    access: 'ticket',
    audited: false,
    input: fetchTicketInput,
    result: z.unknown(),
    transport: 'raw',
  }),
  plan: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/plan',
    summary: 'When backups are taken by themselves.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: backupPlanView,
  }),
  savePlan: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/savePlan',
    summary:
      'Change when backups are taken by themselves; fields that are not named stay as they are.',
    access: managing,
    audited: true,
    input: backupPlan.partial(),
    result: backupPlanView,
  }),
  store: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/store',
    summary: 'The object store for copies; null: there is none.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: backupStoreView.nullable(),
  }),
  saveStore: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/saveStore',
    summary: 'Change the object store; fields that are not named stay as they are.',
    access: managing,
    audited: true,
    input: storeChange,
    result: backupStoreView,
  }),
  testStore: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/testStore',
    summary:
      'Write, find and delete a small object in the store, as it is set or as these fields would change it.',
    access: managing,
    audited: true,
    turn: 'wait',
    input: storeChange,
    result: nothing,
  }),
  removeStore: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/deleteStore',
    summary: 'Make no more copies. Those that are there stay.',
    access: managing,
    audited: true,
    input: z.object({}),
    result: nothing,
  }),
  bringBack: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/bringBack',
    summary: 'Fetch a backup out of the store whose folder is gone; its progress comes by events.',
    access: managing,
    audited: true,
    input: z.object({ id: idSchema }),
    result: backupRow,
  }),
  recoveryKit: defineEndpoint({
    feature: 'backups',
    method: 'POST',
    path: '/backup/recoveryKit',
    summary: 'What one needs to bring the platform back elsewhere; no values of secrets.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: recoveryKit,
  }),
} as const;
