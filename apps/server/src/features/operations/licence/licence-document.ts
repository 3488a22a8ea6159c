import { createHash, verify, type KeyObject } from 'node:crypto';
import { licenceMaxBytes } from '@clusterdesk/contracts';
import { z } from 'zod';
import type { DomainError } from '../../../platform/http/domain-error.js';
import {
  LicenceAlteredError,
  LicenceExpiredError,
  LicenceFormatError,
  LicenceNotJsonError,
  LicenceNotYetValidError,
  LicenceOfOtherKeyError,
  LicenceOfOtherMachineError,
  LicenceTooLargeError,
} from './licence.errors.js';

/** The host that issued a licence may be ahead by so much, milliseconds. */
const clockToleranceMs = 10 * 60_000;

const atMost = z.number().int().min(0).max(1_000_000_000).nullable();

/**
 * A licence file (docs/operations.md, Licence): one JSON object of these members and no others. `signature` is the Ed25519 signature,
 * in base64, of the canonical form (`canonicalJson`) of the object without it.
 */
const licenceDocument = z.strictObject({
  format: z.literal('clusterdesk-licence'),
  version: z.literal(1),
  id: z.string().regex(/^[\w-]{1,64}$/),
  licensee: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^\P{C}*$/u),
  /** The fingerprint of the installation, 64 hex digits. */
  machine: z.string().regex(/^[0-9a-f]{64}$/),
  issued: z.iso.datetime(),
  expires: z.iso.datetime(),
  /** Null: as many as one likes. */
  limits: z.strictObject({ users: atMost, nodes: atMost }),
  /** Which key signed it (`keyIdOf`). */
  key: z.string().regex(/^[0-9a-f]{16}$/),
  signature: z.base64().length(88),
});
export type Licence = z.output<typeof licenceDocument>;

/** What says that a file is meant as a licence, and how it is to be read. */
const licenceHead = z.object({
  format: licenceDocument.shape.format,
  version: licenceDocument.shape.version,
});

/** The names of an object in the order of their UTF-16 code units, no white space: RFC 8785, for what a licence holds. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** By what a licence names the key that signed it: the first 16 hex digits of the SHA-256 of its SPKI. */
export const keyIdOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** What a licence is held against. */
export interface LicenceTest {
  key: KeyObject;
  machine: string;
  now: Date;
}

/** A licence, and what keeps it from counting here and now; null: nothing. */
export interface ReadLicence {
  licence: Licence;
  fault: DomainError | null;
}

/**
 * Reads and checks a licence file.
 * @returns the genuine licence of this key and whether it counts: for another machine, or at another time, it does not
 * @throws DomainError 400 for what is no genuine licence of this key
 */
export function readLicence(content: Buffer, { key, machine, now }: LicenceTest): ReadLicence {
  if (content.length > licenceMaxBytes) {
    throw new LicenceTooLargeError();
  }
  const given = parseJson(content);
  if (!licenceHead.safeParse(given).success) {
    throw new LicenceFormatError();
  }
  const { data: licence } = licenceDocument.safeParse(given);
  if (licence && licence.key !== keyIdOf(key)) {
    throw new LicenceOfOtherKeyError();
  }
  // What was sent is verified, not what reading made of it.
  const { signature, ...signed } = given as Licence;
  const bytes = licence && Buffer.from(canonicalJson(signed));
  if (!licence || !bytes || !verify(null, bytes, key, Buffer.from(signature, 'base64'))) {
    throw new LicenceAlteredError();
  }
  return { licence, fault: faultOf(licence, machine, now) };
}

function faultOf(licence: Licence, machine: string, now: Date): DomainError | null {
  if (licence.machine !== machine) {
    return new LicenceOfOtherMachineError();
  }
  if (Date.parse(licence.issued) > now.getTime() + clockToleranceMs) {
    return new LicenceNotYetValidError();
  }
  return Date.parse(licence.expires) <= now.getTime() ? new LicenceExpiredError() : null;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    throw new LicenceNotJsonError();
  }
}
