import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isGone } from '../../api/api-error.js';
import { useLiveEvent } from '../../live/connection/live-provider.js';
import { ThrottledInvalidation } from '../../live/cache/throttled-invalidation.js';
import { isWithin, nameOf, parentOf } from '../file-names.js';
import { fileKeys, spaceKeyOf, type FileSpace } from '../file-space.js';

/**
 * Notices that the folder shown was moved or deleted elsewhere: what changed then is a folder above it, which says nothing of
 * its own entries. One look at its name is enough, however large it is.
 */
export function useFolderPresence(space: FileSpace, dir: string): void {
  const queryClient = useQueryClient();
  const check = useRef<ThrottledInvalidation | null>(null);
  useEffect(() => {
    const current = new ThrottledInvalidation(async () => {
      const isThere = await space.checkName(parentOf(dir), nameOf(dir)).then(
        ({ sameName }) => sameName,
        (error: unknown) => !isGone(error),
      );
      if (!isThere) {
        await queryClient.invalidateQueries({ queryKey: fileKeys.list(space.ref, dir) });
      }
    });
    check.current = current;
    return () => current.stop();
  }, [queryClient, space, dir]);
  useLiveEvent('filesChanged', ({ dir: changed, ...ref }) => {
    const isAbove = dir !== '/' && changed !== dir && isWithin(dir, changed);
    if (isAbove && spaceKeyOf(ref) === spaceKeyOf(space.ref)) {
      check.current?.schedule();
    }
  });
}
