import type { EntityManager } from 'typeorm';

/**
 * All advisory locks of the platform: each has a number of its own, the first half of PostgreSQL's two-part key. The second is
 * the hash of what is locked, a user's id for instance: two of one kind that hash alike wait for each other, which costs a
 * moment; locks of two kinds never meet.
 *
 * A transaction that takes several takes them in the order of their numbers.
 */
export const advisoryLockKinds = {
  /** Migrations of the schema, by the session. */
  migrations: 1,
  /** What the first start creates. */
  bootstrap: 2,
  /** Something is hung on entries of a space, alone; or these are followed to where they went, any number at once. */
  entriesOfSpace: 9,
  /** A user's packages are counted and added. */
  packagesOfUser: 10,
  /** A user's uploads under way are counted and added. */
  uploadsOfUser: 11,
  /** A user's copies under way are counted and added. */
  copiesOfUser: 12,
  /** A user's waiting jobs are counted and added. */
  jobsOfUser: 13,
  /** An owner's projects are counted and added. */
  projectsOfOwner: 14,
  /** A user's applications for downloads are counted and added. */
  applicationsOfUser: 15,
  /** A user's favourites are counted and added. */
  favouritesOfUser: 17,
  /** Comments on an entry are counted and added. */
  commentsOfEntry: 45,
  /** Unfinished uploads of visitors from one address are counted and added. */
  visitorsOfAddress: 46,
  /** Decisions about an application installed on nodes, by its name. */
  nodeApplication: 16,
  /** A quota account's reservations are summed up and added. */
  quotaAccount: 20,
  /** The bytes of an upload, by the session of the process that receives them. */
  uploadBytes: 21,
  /** A place among those that run at once, by the session of the process that runs it. */
  turn: 22,
  /** The plan for a compute backend, by its name: its queues share nodes. */
  plan: 30,
  metricDays: 40,
  /** Somebody works with a scratch database of this platform, by its own session. */
  scratchDatabase: 41,
  nodeAlerts: 42,
  /** A backup is being restored, by the session of the worker that does it. */
  restoring: 43,
} as const;

export type AdvisoryLock = keyof typeof advisoryLockKinds;

/** Both halves of a lock's key, for `($1, hashtext($2))`. */
export function lockKey(lock: AdvisoryLock, of = ''): [number, string] {
  return [advisoryLockKinds[lock], of];
}

/** Waits for the lock, and holds it until the transaction ends. */
export async function lockInTransaction(
  manager: EntityManager,
  lock: AdvisoryLock,
  of?: string,
): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', lockKey(lock, of));
}

/** Waits until nobody holds the lock alone, and shares it until the transaction ends. */
export async function shareLockInTransaction(
  manager: EntityManager,
  lock: AdvisoryLock,
  of?: string,
): Promise<void> {
  await manager.query('SELECT pg_advisory_xact_lock_shared($1, hashtext($2))', lockKey(lock, of));
}

/** Takes the lock alone without waiting. @returns whether it was free; it is held until the transaction ends then */
export async function tryLockInTransaction(
  manager: EntityManager,
  lock: AdvisoryLock,
  of?: string,
): Promise<boolean> {
  const [row] = await manager.query<{ locked: boolean }[]>(
    'SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked',
    lockKey(lock, of),
  );
  return row?.locked === true;
}
