import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.js';
import { wireTime } from '../../wire.js';

/** A licence has some hundred bytes; more is no licence. */
export const licenceMaxBytes = 16 * 1024;

/**
 * What the platform has of a licence: none; one that counts; one whose time is over; one that this platform cannot check (its key was
 * changed or taken out of the configuration). None of them turns anything off.
 */
export const licenceStates = ['none', 'active', 'expired', 'invalid'] as const;
export type LicenceState = (typeof licenceStates)[number];

/** How many there are, and how many the licence names; null: as many as one likes. Told, and never enforced. */
const licenceUse = z.object({ used: z.number(), most: z.number().nullable() });

export const licenceInfo = z.object({
  /** Of the running platform. */
  currentVersion: z.string(),
  /** There is a licence that counts. */
  effective: z.boolean(),
  /** A newer version is offered. */
  findingUpdate: z.boolean(),
  /** The newest version that is known, at least the running one. */
  latestVersion: z.string(),
  /** Updates can be looked for online. */
  otaOnline: z.boolean(),
  state: z.enum(licenceStates),
  /** What follows from the state, in the caller's language; empty where there is nothing to say. */
  reason: z.string(),
  licensee: z.string().nullable(),
  expires: wireTime.nullable(),
  /** Whole days until the end, 0 on the last one; null without a licence, and after its end. */
  daysLeft: z.number().nullable(),
  /** The configuration has the key that licences are checked with. */
  canActivate: z.boolean(),
  /** The caller may export, activate and renew; the figures below are null otherwise. */
  mayManage: z.boolean(),
  /** The start of the fingerprint that licences for this installation name. */
  machine: z.string().nullable(),
  users: licenceUse.nullable(),
  nodes: licenceUse.nullable(),
});
export type LicenceInfo = z.infer<typeof licenceInfo>;

const managing = { anyPermission: ['system.manage'] } as const;

export const licenceEndpoints = {
  info: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/getLicenseInfo',
    summary: 'Version, whether a newer one is known, and the licence.',
    access: 'signedIn',
    audited: false,
    input: z.object({}),
    result: licenceInfo,
  }),
  exportMachine: defineEndpoint({
    feature: 'operations',
    method: 'GET',
    path: '/active/exportMachineInfo',
    summary: 'The file that a licence for this installation is made from, as JSON.',
    access: managing,
    audited: false,
    input: z.object({}),
    result: z.unknown(),
    transport: 'raw',
  }),
  upload: defineEndpoint({
    feature: 'operations',
    method: 'POST',
    path: '/active/uploadLicense',
    summary:
      'Activate or renew by a licence file. Whatever is refused (another machine, a wrong signature, altered, over) leaves the old one.',
    access: managing,
    audited: true,
    input: z.object({}),
    result: licenceInfo,
    upload: 'file',
  }),
} as const;
