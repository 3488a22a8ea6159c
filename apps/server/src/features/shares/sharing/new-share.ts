import { randomBytes, randomInt } from 'node:crypto';
import {
  limits,
  shareTypes,
  verificationAlphabet,
  verificationLength,
  type EndpointParams,
  type endpoints,
  type WireDate,
} from '@clusterdesk/contracts';
import { cleanPath, withoutNestedPaths } from '../../../platform/file-space/space-path.js';
import { readWireDate } from '../../../platform/http/time/read-wire-date.js';
import type { ShareEntity } from '../share.entity.js';
import { VisitorsNeedDropBoxLinkError } from '../visitors/visitor.errors.js';
import {
  ExpirationOutOfRangeError,
  NoExpirationError,
  NoShareUsersError,
  NotOfThisShareTypeError,
  ShareWithOneselfError,
  WholeDiskSharedError,
} from './sharing.errors.js';

type AddInput = EndpointParams<typeof endpoints.shares.add>;

/** What its owner says about visitors without an account. */
export type VisitorRules = Pick<
  ShareEntity,
  'forVisitors' | 'visitorTitle' | 'visitorMaxBytes' | 'visitorMaxFiles'
>;

/** A new share that has passed the rules about the input alone. */
export type NewShare = Pick<
  ShareEntity,
  'id' | 'shareType' | 'verification' | 'expiresAt' | 'isDropBox' | 'canDownload' | 'downloadLimit'
> &
  VisitorRules & { userIds: string[]; paths: string[] };

/** The current time on the platform. */
interface Clock {
  now: Date;
  timeZone: string;
}

const dayMs = 86_400_000;
/** The browser's clock may be ahead of the server's. */
const slackMs = dayMs;

/**
 * Makes a share from the input. For a link the users are ignored, for a share to users the code and the expiry: forms send the
 * fields of both kinds.
 * @throws DomainError 400 with the sentence for the first thing that is missing or wrong
 */
export function readNewShare(ownerId: string, input: AddInput, clock: Clock): NewShare {
  const isLink = input.shareType === shareTypes.link;
  if (!isLink && input.downloadLimit !== undefined) {
    throw new NotOfThisShareTypeError();
  }
  if (input.forVisitors && !(isLink && input.isDropBox)) {
    throw new VisitorsNeedDropBoxLinkError();
  }
  return {
    id: randomBytes(16).toString('base64url'),
    shareType: input.shareType,
    verification: isLink ? (input.verification ?? makeCode()) : null,
    expiresAt: isLink ? readExpiration(input.expirationTime, clock) : null,
    isDropBox: input.isDropBox,
    canDownload: input.canDownload,
    downloadLimit: input.downloadLimit ?? null,
    forVisitors: input.forVisitors,
    visitorTitle: input.visitorTitle || null,
    visitorMaxBytes: input.visitorMaxBytes,
    visitorMaxFiles: input.visitorMaxFiles,
    userIds: isLink ? [] : readUsers(ownerId, input.users),
    paths: readPaths(input.paths),
  };
}

/** @returns each of them once. @throws DomainError 400 for nobody, and for oneself */
export function readUsers(ownerId: string, users: readonly { id: string }[]): string[] {
  const ids = [...new Set(users.map(({ id }) => id.toLowerCase()))];
  if (ids.length === 0) {
    throw new NoShareUsersError();
  }
  if (ids.includes(ownerId)) {
    throw new ShareWithOneselfError();
  }
  return ids;
}

/** A day counts to its end. @throws DomainError 400 unless it is in the future, and no later than a permanent link's */
export function readExpiration(time: WireDate | undefined, { now, timeZone }: Clock): Date {
  if (time === undefined) {
    throw new NoExpirationError();
  }
  const expiresAt = readWireDate(time, timeZone, 'end');
  const lastMs = now.getTime() + limits.sharePermanentDays * dayMs + slackMs;
  if (expiresAt <= now || expiresAt.getTime() > lastMs) {
    throw new ExpirationOutOfRangeError();
  }
  return expiresAt;
}

/** Clean, in the order in which they were chosen, without those that lie within another. */
function readPaths(paths: readonly string[]): string[] {
  const clean = new Set(paths.map((path) => cleanPath(path)));
  if (clean.has('/')) {
    throw new WholeDiskSharedError();
  }
  const kept = new Set(withoutNestedPaths([...clean]));
  return [...clean].filter((path) => kept.has(path));
}

/** About 30 bits: enough with ten tries allowed (contract: Shares). */
function makeCode(): string {
  return Array.from(
    { length: verificationLength },
    () => verificationAlphabet[randomInt(verificationAlphabet.length)],
  ).join('');
}
