import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';

const managing = { anyPermission: ['system.manage'] } as const;

/** The new version runs; the upgrade was refused and nothing changed; the one before runs again with its database. */
export const upgradeOutcomes = ['done', 'refused', 'returned'] as const;
export type UpgradeOutcome = (typeof upgradeOutcomes)[number];

/** What an upgrade is at, in this order. The platform is away while it is `switching`. */
export const upgradePhases = [
  'downloading',
  'checking',
  'saving',
  'unpacking',
  'switching',
  ...upgradeOutcomes,
] as const;
export type UpgradePhase = (typeof upgradePhases)[number];

/** The upgrade under way, or the last one. */
export const upgradeRun = z.object({
  phase: z.enum(upgradePhases),
  from: z.string(),
  /** Null while it is not known. */
  to: z.string().nullable(),
  doneBytes: z.number(),
  /** 0 while it is not known. */
  totalBytes: z.number(),
  /** Why it was refused or undone, for people; else empty. */
  message: z.string(),
  /** When it came to this phase, milliseconds since the epoch. */
  time: z.number(),
});
export type UpgradeRun = z.infer<typeof upgradeRun>;

export const upgradeState = z.object({
  currentVersion: z.string(),
  /** The newest release, or the current version where none is known. */
  latestVersion: z.string(),
  /** There is a newer release that can be installed here. */
  findingUpdate: z.boolean(),
  /** The address of releases answered with a release that is signed by the key of this installation. */
  otaOnline: z.boolean(),
  /** What is new in it; null: nothing is known. */
  notes: z.object({ cn: z.string(), en: z.string() }).nullable(),
  /** Whether this page can upgrade. Without: `command` says what an operator runs instead. */
  canUpgradeHere: z.boolean(),
  /** Empty where the page upgrades. */
  command: z.string(),
  /** Why nothing can be installed or found, for people; else empty. */
  hint: z.string(),
  run: upgradeRun.nullable(),
});
export type UpgradeState = z.infer<typeof upgradeState>;

export const upgradeEndpoints = {
  state: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/upgradeState',
    summary:
      'Which version runs, which is the newest as far as known, and how far an upgrade is. Changes come by `upgradeChanged`.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: upgradeState,
  }),
  check: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/checkUpdate',
    summary: 'Ask the address of releases (`UPDATE_FEED_URL`) now; the same answer as the state.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: upgradeState,
  }),
  updateNow: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/updateNow',
    summary:
      'Upgrade to the newest release: it is fetched and checked, the database saved, the programs switched, and all of it undone when the new version does not start. Answers when it has begun.',
    access: managing,
    audited: true,
    input: z.object({}),
    result: upgradeState,
  }),
  updateOfManual: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/updateOfManual',
    summary: 'The same with a bundle that is sent along (multipart `file`), of any size.',
    access: managing,
    audited: true,
    upload: 'stream',
    input: z.object({}),
    result: upgradeState,
  }),
} as const;
