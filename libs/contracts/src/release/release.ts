import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/**
 * A bundle is one file: a line of JSON with the description of the release and its signature, then the programs as tar.gz. Server
 * and launcher both check it with what stands here; only the launcher's check decides (docs/decisions/upgrades.md).
 */

/** Versions are three numbers, so that any two of them have an order. */
export const releaseVersion = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

/** What a release is, in the words that are signed. */
export const releaseSchema = z.object({
  /** A signature for something else with the same key is none for this. */
  product: z.literal('clusterdesk'),
  version: releaseVersion,
  /** Node's words for system and processor, such as `linux-x64`: PostgreSQL and native modules are in it. */
  platform: z.string().regex(/^[a-z\d]{1,16}-[a-z\d]{1,16}$/),
  /** The oldest Node that runs it. */
  minNode: releaseVersion,
  /** The oldest version that may be upgraded to it in one step. */
  minFrom: releaseVersion,
  /** Of the tar.gz, in hexadecimal digits. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  /** Of the tar.gz. */
  bytes: z.number().int().min(1),
  /** Of all files together, unpacked. */
  unpackedBytes: z.number().int().min(1),
  notes: z.object({ cn: z.string().max(4_000), en: z.string().max(4_000) }),
});
export type Release = z.infer<typeof releaseSchema>;

/** A description with its signature: the text is kept as it was signed. */
export const signedReleaseSchema = z.object({
  release: z.string().max(48 * 1024),
  /** Ed25519, in Base64. */
  signature: z.string().max(200),
});
export type SignedRelease = z.infer<typeof signedReleaseSchema>;

/** What the address of releases answers: the latest one, and where its bundle lies, relative to that address. */
export const releaseFeedSchema = signedReleaseSchema.extend({ bundle: z.string().min(1).max(500) });

/** The first line of a bundle has no more bytes, the end of the line included. */
export const bundleHeadBytes = 64 * 1024;
/** A release is refused above this; today's have 60 MB. */
export const bundleMaxBytes = 2 * 1024 ** 3;
export const unpackedMaxBytes = 8 * 1024 ** 3;

/** Why an upgrade is refused or was undone. */
export const upgradeFaults = [
  'UPGRADE_NO_KEY',
  'UPGRADE_FEED_AWAY',
  'UPGRADE_BUNDLE_UNREADABLE',
  'UPGRADE_SIGNATURE_WRONG',
  'UPGRADE_BUNDLE_ALTERED',
  'UPGRADE_NOT_NEWER',
  'UPGRADE_STEP_TOO_LARGE',
  'UPGRADE_NODE_TOO_OLD',
  'UPGRADE_OTHER_PLATFORM',
  'UPGRADE_BUNDLE_TOO_LARGE',
  'UPGRADE_ENTRY_FORBIDDEN',
  'UPGRADE_NO_ROOM',
  'UPGRADE_FOLDER_FOREIGN',
  'UPGRADE_DATABASE_PROGRAM',
  'UPGRADE_DATABASE_ROLE',
  'UPGRADE_DATABASE_IN_USE',
  'UPGRADE_PROGRAM_BROKEN',
  'UPGRADE_SAFETY_FAILED',
  'UPGRADE_NOT_HEALTHY',
  'UPGRADE_INTERRUPTED',
  'UPGRADE_FAILED',
] as const;
export type UpgradeFault = (typeof upgradeFaults)[number];

/** A bundle that is not taken. Nothing was changed by it. */
export class ReleaseError extends Error {
  constructor(
    readonly code: UpgradeFault,
    message: string = code,
  ) {
    super(message);
    this.name = 'ReleaseError';
  }
}

/** Reads the operator's key: PEM, or the Base64 of its SPKI. Null when it is no Ed25519 key. */
export function readReleaseKey(text: string): KeyObject | null {
  try {
    const key = text.includes('-----BEGIN')
      ? // One line in the environment file may have its line breaks written out.
        createPublicKey(text.replaceAll('\\n', '\n'))
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** @throws ReleaseError when the signature is not this key's */
export function openRelease(signed: SignedRelease, key: KeyObject): Release {
  const signature = Buffer.from(signed.signature, 'base64');
  if (!verify(null, Buffer.from(signed.release), key, signature)) {
    throw new ReleaseError('UPGRADE_SIGNATURE_WRONG');
  }
  try {
    return releaseSchema.parse(JSON.parse(signed.release));
  } catch {
    throw new ReleaseError('UPGRADE_BUNDLE_UNREADABLE');
  }
}

/** The first line of a bundle. @param head its beginning @returns what it says, and at which byte the programs begin */
export function readBundleHead(head: Buffer): { signed: SignedRelease; start: number } {
  const end = head.indexOf(0x0a);
  try {
    const signed = signedReleaseSchema.parse(JSON.parse(head.toString('utf8', 0, end)));
    return { signed, start: end + 1 };
  } catch {
    throw new ReleaseError('UPGRADE_BUNDLE_UNREADABLE');
  }
}

/** What runs here. */
export interface RunningHere {
  version: string;
  platform: string;
  node: string;
}

export const runningHere = (version: string): RunningHere => ({
  version,
  platform: `${process.platform}-${process.arch}`,
  node: process.versions.node,
});

/** @throws ReleaseError when this installation cannot be upgraded to the release */
export function checkFits(release: Release, here: RunningHere): void {
  if (compareVersions(release.version, here.version) <= 0) {
    throw new ReleaseError('UPGRADE_NOT_NEWER');
  }
  if (compareVersions(here.version, release.minFrom) < 0) {
    throw new ReleaseError('UPGRADE_STEP_TOO_LARGE');
  }
  if (release.platform !== here.platform) {
    throw new ReleaseError('UPGRADE_OTHER_PLATFORM');
  }
  if (compareVersions(here.node, release.minNode) < 0) {
    throw new ReleaseError('UPGRADE_NODE_TOO_OLD');
  }
  if (release.bytes > bundleMaxBytes || release.unpackedBytes > unpackedMaxBytes) {
    throw new ReleaseError('UPGRADE_BUNDLE_TOO_LARGE');
  }
}

/** Below 0 when the first is older. Numbers that are missing count as 0. */
export function compareVersions(one: string, other: string): number {
  const parts = (text: string): number[] => text.split('.').map(Number);
  const others = parts(other);
  return parts(one).reduce((found, part, index) => found || part - (others[index] ?? 0), 0);
}

/** What the launcher is doing; the last three are ends. */
export const launcherPhases = [
  'checking',
  'unpacking',
  'switching',
  'done',
  'refused',
  'returned',
] as const;

/** The upgrade under way, or the last one. */
export const launcherUpgradeSchema = z.object({
  phase: z.enum(launcherPhases),
  from: z.string().max(32),
  /** Null while it is not known. */
  to: z.string().max(32).nullable(),
  doneBytes: z.number(),
  /** 0 while it is not known. */
  totalBytes: z.number(),
  /** Why it was refused or undone. */
  fault: z.enum(upgradeFaults).nullable(),
  /** The new version's own words when it did not start; for the log. */
  reason: z.string().max(2_000),
  /** When it came to this phase, milliseconds since the epoch. */
  time: z.number(),
  /** As the server called it. Null where it did not, in an earlier version. */
  request: z.string().max(64).nullable().default(null),
});
export type LauncherUpgrade = z.infer<typeof launcherUpgradeSchema>;

/** Server → launcher, over the channel between them. `bundle`: the absolute path of a file of the server's account. */
export const toLauncherSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('upgrade.ask') }),
  z.object({
    kind: z.literal('upgrade.begin'),
    bundle: z.string().max(4_096),
    /** What the launcher calls the upgrade when it tells of it. */
    request: z.string().max(64).nullable().default(null),
  }),
]);
export type ToLauncher = z.infer<typeof toLauncherSchema>;

/** Launcher → server: its answer to `upgrade.ask`, and every change. */
export const fromLauncherSchema = z.object({
  kind: z.literal('upgrade.state'),
  upgrade: launcherUpgradeSchema.nullable(),
});
export type FromLauncher = z.infer<typeof fromLauncherSchema>;
