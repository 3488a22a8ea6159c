import { ReleaseError, type UpgradeFault } from '@clusterdesk/contracts/release';

const reasonMax = 1_000;

/** The stable code of what was thrown. */
export function faultOf(error: unknown, otherwise: UpgradeFault): UpgradeFault {
  if (error instanceof ReleaseError) {
    return error.code;
  }
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' ? 'UPGRADE_NO_ROOM' : otherwise;
}

/** What was thrown, in its own words. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, reasonMax);
