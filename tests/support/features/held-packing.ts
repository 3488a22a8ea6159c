import { jest } from '@jest/globals';
import { FreeSpaceGuard } from '../../../apps/server/src/features/spaces/storage/free-space-guard.service.js';

/**
 * Holds every package of this process behind its first piece until it is let go, so that one is under way however fast the machine
 * packs. Like a disk that takes nothing more: what stops a package still stops it.
 */
export function holdPacking(): { letGo(): void } {
  const { claim } = FreeSpaceGuard.prototype;
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  let isFirst = true;
  const held = jest.spyOn(FreeSpaceGuard.prototype, 'claim');
  held.mockImplementation(async function (this: FreeSpaceGuard, bytes) {
    if (!isFirst) {
      await gate;
    }
    isFirst = false;
    return claim.call(this, bytes);
  });
  return {
    letGo: () => {
      held.mockRestore();
      letGo();
    },
  };
}
