import type { SpaceRef } from '@clusterdesk/contracts';
import { spaceKeyOf, type FileSpace } from '../../shared/file-browser/file-space.js';

/** Finds the space of a reference. @throws Error where there is none: what is written down of a transfer may be older than this console */
export type FindSpace = (ref: SpaceRef) => FileSpace;

/** Makes a finder of what `app` knows of spaces. */
export const spaceFinder =
  (spaceOf: (ref: SpaceRef) => FileSpace | null): FindSpace =>
  (ref) => {
    const space = spaceOf(ref);
    if (!space) {
      throw new Error(`This console has no space ${spaceKeyOf(ref)}.`);
    }
    return space;
  };
