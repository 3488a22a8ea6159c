/** The platform's own database may lie on the disk, and its log alone needs 256 MB and more. */
const reserveBytes = 2 * 1024 ** 3;
/** Of a large disk this share of it. */
const reserveShare = 0.02;
/** Of a small disk, below 20 GB, no more than this share. */
const maxReserveShare = 0.1;

/**
 * How much of the disk of the users' files stays free whatever is uploaded, packed or copied, in bytes. Jobs, which write
 * past the platform, are ended when half of it is gone and 2 GB at the most are left (the agent's `DiskGuard`).
 */
export function diskReserve(diskBytes: number): number {
  const wanted = Math.max(reserveBytes, diskBytes * reserveShare);
  return Math.min(wanted, diskBytes * maxReserveShare);
}
