import { Injectable } from '@nestjs/common';
import { SpaceFullError } from '../../../platform/file-space/file-space.errors.js';
import type { OnMade } from '../../../platform/file-space/placing/told-changes.js';
import { splitParent } from '../../../platform/file-space/space-path.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import type { Space, SpaceUser } from '../space.js';
import type { SpaceKey } from '../space-key.js';
import { coveredBy, type IntendedStep } from './intended-step.js';
import { OperationLog } from './operation-log.service.js';
import type { EntryChange } from './space-observer.js';
import { formatIdentity } from '../../../platform/file-space/file-identity.js';

/** Whose operation it is; null: the platform's own. */
export type Actor = Pick<SpaceUser, 'userId'> | null;

/**
 * Records an operation before it changes files, and tells the observers in the transaction that deletes the record: the log settles
 * what a killed process leaves. Changes without observers are not recorded.
 */
@Injectable()
export class WriteAhead {
  constructor(private readonly log: OperationLog) {}

  /**
   * Makes folders and reports those that were really made, also when a later one is refused. Nothing is recorded before: a folder has no
   * identity until it is made, so after a crash nobody can say who made what stands at its path. A folder that a killed process could
   * not report was put there by nobody.
   */
  async make<T>(space: Space, by: Actor, act: (onMade?: OnMade) => Promise<T>): Promise<T> {
    const { key } = space.locate('/');
    if (!this.log.isObserved(key, ['added'])) {
      return act();
    }
    const steps: IntendedStep[] = [];
    try {
      return await act(({ path, identity }) => {
        const place = splitParent(space.locate(path).path) ?? { dir: '/', name: '' };
        steps.push({ kind: 'add', ...place, identity: formatIdentity(identity), clearedId: null });
      });
    } finally {
      const made = steps.flatMap((step): EntryChange[] =>
        coveredBy(step).map((path) => ({ kind: 'added', path })),
      );
      await this.log.tell(key, by?.userId ?? null, steps, made);
    }
  }

  /**
   * Plans and performs an operation that makes changes of these kinds, or only performs it when no observer wants them. Paths of steps
   * and changes are those of the given space; recorded and reported are those of the space that the entries lie in.
   * @param act gets a list for changes that remain even when it is refused in the end
   */
  async perform<T>(
    space: Space,
    by: Actor,
    kinds: readonly EntryChange['kind'][],
    plan: () => IntendedStep[] | Promise<IntendedStep[]>,
    act: (changes: EntryChange[]) => Promise<T>,
    changesOf: (result: T) => EntryChange[],
  ): Promise<T> {
    const { key } = space.locate('/');
    if (!this.log.isObserved(key, kinds)) {
      return act([]);
    }
    const whole = (path: string): string => space.locate(path).path;
    const inWhole = <Of extends IntendedStep | EntryChange>(list: readonly Of[]): Of[] =>
      list.map((one) => mapPaths(one, whole));
    const partial: EntryChange[] = [];
    return this.write(
      key,
      by,
      inWhole(await plan()),
      () => act(partial),
      (result) => inWhole([...partial, ...changesOf(result)]),
      () => inWhole(partial),
    );
  }

  /**
   * Does the same with or without observers; the paths are those of the whole space.
   * @param changesOfRefused what happened although `act` was refused
   * @throws what `act` throws
   */
  async write<T>(
    key: SpaceKey,
    by: Actor,
    steps: IntendedStep[],
    act: () => Promise<T>,
    changesOf: (result: T) => EntryChange[],
    changesOfRefused: () => EntryChange[] = () => [],
  ): Promise<T> {
    const userId = by?.userId ?? null;
    const id = await this.log.begin(key, userId, steps);
    let result: T;
    try {
      result = await act();
    } catch (error) {
      if (isRefusal(error)) {
        await this.log.finish(id, key, userId, changesOfRefused());
      } else {
        await this.log.settleFailed(id);
      }
      throw error;
    }
    await this.log.finish(id, key, userId, changesOf(result));
    return result;
  }
}

/**
 * Whether only the noted changes happened. An operation that fails because the disk is full or faulty may have happened before it
 * failed to become durable.
 */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof DomainError &&
    error.status >= 400 &&
    error.status < 500 &&
    !(error instanceof SpaceFullError)
  );
}

const pathFields = new Set(['path', 'from', 'to', 'dir']);

function mapPaths<T extends IntendedStep | EntryChange>(what: T, map: (path: string) => string): T {
  const mapped = Object.entries(what).map(([field, value]: [string, unknown]) => [
    field,
    pathFields.has(field) && typeof value === 'string' ? map(value) : value,
  ]);
  return Object.fromEntries(mapped) as T;
}
