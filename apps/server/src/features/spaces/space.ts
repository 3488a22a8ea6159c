import { Injectable } from '@nestjs/common';
import type { SpaceRef } from '@clusterdesk/contracts';
import type { EntryFilter } from '../../platform/file-space/listing/entry-filter.js';
import type { RootedFiles } from '../../platform/file-space/rooted-files.js';
import type { DomainError } from '../../platform/http/domain-error.js';
import type { Principal } from '../../platform/http/access/principal.js';
import type { FileSpace } from '../../platform/file-space/file-space.js';
import { audience, type Audience } from '../../platform/realtime/audience.js';
import type { EntityManager } from 'typeorm';
import { spaceKeyText, type SpaceKey } from './space-key.js';
import type { TrashProvider } from './trash/trash-provider.js';
import type { AccountTable } from './usage/space-account.js';

/** The user for whom a space is opened: the caller, or in a background task the user on whose behalf it runs. */
export type SpaceUser = Omit<Principal, 'sessionId'>;

/** What a user may do with an entry. To add is to put something new into a folder; to edit, to change what is there. */
export type SpaceAction = 'view' | 'download' | 'edit' | 'add';

/** Whether it is allowed; `reason` says why not, and whom to ask. */
export type Decision = { isAllowed: true } | { isAllowed: false; reason: DomainError };

export const allowed: Decision = { isAllowed: true };

/** What is about to be given out of a space. */
export interface SpaceUse {
  action: 'preview' | 'download' | 'copy';
  /** The entries that were asked for, as paths of the space. */
  paths: readonly string[];
}

/** A limit on what a space may hold. Uploads and copies subtract bytes under way before another transfer begins. */
export interface SpaceQuota {
  /** Whose limit it is; what comes into any space with the same account counts together. */
  account: string;
  limitBytes: number;
  /** The user who adds is not the one whose limit it is, and must not learn how much is left. */
  isOthers?: boolean;
  /**
   * What is there, trash included, as it is written down: asked within a transaction and under a lock, so it must not
   * measure. May be some seconds old, but knows what the platform itself did since.
   */
  usedBytes(manager: EntityManager): Promise<number>;
  /** Lets go what is kept only as long as there is room for it: so many bytes, as far as there is as much. */
  giveWay?(manager: EntityManager, bytes: number): Promise<void>;
}

/** Paths that PostgreSQL holds: a query of one column `path`, whose `$1` is the id. */
export interface StoredPaths {
  sql: string;
  id: string;
}

/** A space as one user has it at this moment. It does not follow changes: open it again where a right is used. */
export interface Space {
  readonly key: SpaceKey;
  readonly files: RootedFiles;
  /** Null: as much as the disk holds. */
  readonly quota: SpaceQuota | null;
  /** Whether one entry may have other rights than the next. If not, a decision about the root holds for all. */
  readonly hasEntryRights: boolean;
  /**
   * As long as it is the same text, everything that was allowed to the user is still allowed. Read before anything is decided.
   * Absent or null: ask again.
   */
  readonly rightsVersion?: string | null;
  /** One decision for each path, in their order; many take no longer than one. */
  can(action: SpaceAction, paths: readonly string[]): Promise<Decision[]>;
  /** A reason against the action with one of these, found by PostgreSQL, however many they are. Required where entries have rights of their own. */
  findRefusal?(action: SpaceAction, stored: StoredPaths): Promise<DomainError | null>;
  /**
   * In which space an entry lies, and where: a share shows entries of a disk. Changes of the entry are also told to those who watch
   * that space.
   */
  locate(path: string): { key: SpaceKey; path: string };
  /** Where it shows what lies at a path of the space that `locate` names; null: nowhere. Absent: at the same path. */
  shownAt?(located: string): string | null;
  /**
   * Asked once before a ticket, a package or a copy is given, in the transaction that writes it down and after everything
   * else that can refuse: a share counts it and notes who took what. Absent: nobody counts.
   * @throws when the space gives no more
   */
  consume?(manager: EntityManager, use: SpaceUse): Promise<void>;
  /**
   * After the platform put that many bytes in, or took them out (negative): also where there is no quota, what is used is shown.
   * Absent: nothing can be put in.
   */
  note?(deltaBytes: number): Promise<void>;
  /**
   * Asked once for an upload that begins, in the transaction that writes it down, in place of what a user may have under way:
   * a space that strangers add to counts and bounds what comes. Absent: it is the user's.
   * @throws when it takes no more
   */
  admitUpload?(manager: EntityManager, sizeBytes: number): Promise<void>;
  /** Told after an upload was placed. Never throws. Absent: nobody notes it. */
  noteUpload?(path: string): Promise<void>;
}

/** A space with all of its files, and so with its trash. */
export type WholeSpace = Space & { readonly files: FileSpace };

/** What uploads, downloads and copies know of a feature with files; disk, projects and shares each register one. */
export abstract class SpaceProvider {
  /** Where quotas and figures of these spaces are kept. By default they have none. */
  readonly account: AccountTable | null = null;
  /** What was deleted from these spaces. By default nothing: an entry goes to the trash of the space that it lies in. */
  readonly trashes: TrashProvider | null = null;

  /** The space that the reference means, with the user's rights in it. */
  abstract open(user: SpaceUser, ref: SpaceRef): Promise<Space>;

  /**
   * The same with its trash, for those who may restore and purge what is in it. Absent: there is none.
   * @throws the reason why the user may not
   */
  openTrash?(user: SpaceUser, ref: SpaceRef): Promise<WholeSpace>;

  /** `Space.rightsVersion` for several users at once, in their order; null also for a user who may not open it. By default unknown. */
  rightsVersions(asked: readonly { user: SpaceUser; key: SpaceKey }[]): Promise<(string | null)[]> {
    return Promise.resolve(asked.map(() => null));
  }

  /**
   * Who is told that a folder's entries changed: only users who may see it. By default those who watch the folder's topic, which
   * requires the right to view it.
   */
  audienceOf({ space, spaceId }: SpaceKey, dir: string): Audience {
    if (space === 'disk' || space === 'approval') {
      throw new Error(`There are no topics of the space ${space}.`);
    }
    return audience.topic({ topic: 'folder', space, spaceId, dir });
  }

  /** Reverts a use that `Space.consume` counted. Part of a transaction. By default nothing is counted. */
  refund(_manager: EntityManager, _key: SpaceKey): Promise<void> {
    return Promise.resolve();
  }

  /** Gives back what `Space.admitUpload` counted for an upload that came to nothing. Part of a transaction. */
  releaseUpload(_manager: EntityManager, _key: SpaceKey, _sizeBytes: number): Promise<void> {
    return Promise.resolve();
  }

  /** The whole space, for the platform's own work; null when there is none. One that only shows entries of another has none. */
  abstract filesOf(key: SpaceKey): Promise<FileSpace | null>;

  /** Whether there is such a space, also one that nobody may use at this moment. */
  async hasSpace(key: SpaceKey): Promise<boolean> {
    return (await this.filesOf(key)) !== null;
  }
}

/** The spaces there are, by their name on the wire. */
@Injectable()
export class SpaceRegistry {
  private readonly providers = new Map<SpaceRef['space'], SpaceProvider>();

  register(name: SpaceRef['space'], provider: SpaceProvider): void {
    this.providers.set(name, provider);
  }

  find(name: SpaceRef['space']): SpaceProvider | null {
    return this.providers.get(name) ?? null;
  }

  listTrashes(): TrashProvider[] {
    return [...this.providers.values()].flatMap(({ trashes }) => trashes ?? []);
  }
}

/** What is told of when rights change there, as texts: the space itself, and that whose entries it shows. */
export function keysOf(space: Space): string[] {
  return [...new Set([space.key, space.locate('/').key].map(spaceKeyText))];
}

/** Lets through what the user may do that with; undefined where all entries have the same rights. */
export function filterFor(space: Space, action: SpaceAction): EntryFilter | undefined {
  return space.hasEntryRights
    ? async (paths) => (await space.can(action, paths)).map(({ isAllowed }) => isAllowed)
    : undefined;
}

/** The first reason against it; null when the user may do it with all of them. */
export async function refusalOf(
  space: Space,
  action: SpaceAction,
  paths: readonly string[],
): Promise<DomainError | null> {
  const asked = space.hasEntryRights ? paths : ['/'];
  for (const decision of asked.length === 0 ? [] : await space.can(action, asked)) {
    if (!decision.isAllowed) {
      return decision.reason;
    }
  }
  return null;
}

/** @throws the first reason against it */
export async function assertMay(
  space: Space,
  action: SpaceAction,
  paths: readonly string[],
): Promise<void> {
  const refusal = await refusalOf(space, action, paths);
  if (refusal) {
    throw refusal;
  }
}

/** The first reason against it with paths that PostgreSQL holds. */
export async function refusalOfStored(
  space: Space,
  action: SpaceAction,
  stored: StoredPaths,
): Promise<DomainError | null> {
  if (!space.hasEntryRights) {
    return refusalOf(space, action, ['/']);
  }
  if (!space.findRefusal) {
    throw new Error(`The entries of ${space.key.space} have rights that nobody can ask for.`);
  }
  return space.findRefusal(action, stored);
}

/** Asks a space that counts what it gives. @throws when it gives no more */
export async function consumeFrom(
  space: Space,
  manager: EntityManager,
  use: SpaceUse,
): Promise<void> {
  await space.consume?.(manager, use);
}
