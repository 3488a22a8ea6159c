import { Injectable } from '@nestjs/common';
import type { Space, SpaceUser } from '../space.js';
import type { SpaceKey } from '../space-key.js';
import type { IntendedStep } from './intended-step.js';
import { OperationLog } from './operation-log.service.js';
import type { EntryChange } from './space-observer.js';

/** Whose operation it is; null: the platform's own. */
export type Actor = Pick<SpaceUser, 'userId'> | null;

/**
 * Writes an operation down before it changes files, and tells the observers in the transaction that takes the writing away:
 * what a killed process leaves is found by the log. What no observer is told of is not written down.
 */
@Injectable()
export class WriteAhead {
  constructor(private readonly log: OperationLog) {}

  /**
   * Plans and performs an operation that makes changes of these kinds, or only performs it when nobody is told of any. Paths of steps and changes are the
   * given space's; written down and told are those of the space that they lie in.
   */
  async perform<T>(
    space: Space,
    by: Actor,
    kinds: readonly EntryChange['kind'][],
    plan: () => IntendedStep[] | Promise<IntendedStep[]>,
    act: () => Promise<T>,
    changesOf: (
      result: T,
      steps: readonly IntendedStep[],
    ) => EntryChange[] | Promise<EntryChange[]>,
  ): Promise<T> {
    const { key } = space.locate('/');
    if (!this.log.isObserved(key, kinds)) {
      return act();
    }
    const whole = (path: string): string => space.locate(path).path;
    const planned = await plan();
    return this.write(
      key,
      by,
      planned.map((step) => mapPaths(step, whole)),
      act,
      async (result) => (await changesOf(result, planned)).map((change) => mapPaths(change, whole)),
    );
  }

  /** Does the same whether or not anybody observes; the paths are those of the whole space. @throws what `act` throws */
  async write<T>(
    key: SpaceKey,
    by: Actor,
    steps: IntendedStep[],
    act: () => Promise<T>,
    changesOf: (result: T) => EntryChange[] | Promise<EntryChange[]>,
  ): Promise<T> {
    const userId = by?.userId ?? null;
    const id = await this.log.begin(key, userId, steps);
    let result: T;
    try {
      result = await act();
    } catch (error) {
      await this.log.settleFailed(id);
      throw error;
    }
    await this.log.finish(id, key, userId, await changesOf(result));
    return result;
  }
}

const pathFields = new Set(['path', 'from', 'to', 'dir', 'replaces']);

function mapPaths<T extends IntendedStep | EntryChange>(what: T, map: (path: string) => string): T {
  const mapped = Object.entries(what).map(([field, value]: [string, unknown]) => [
    field,
    pathFields.has(field) && typeof value === 'string' ? map(value) : value,
  ]);
  return Object.fromEntries(mapped) as T;
}
