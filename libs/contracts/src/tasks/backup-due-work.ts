import type { DueWorkDefinition } from './due-work-definition.js';

/** Begins the backup that the plan asks for by now. */
export const startScheduledBackup: DueWorkDefinition = {
  name: 'backups.start-scheduled',
  // It also runs as soon as its condition holds (`DueWork.watch`): in case that misses something.
  due: { everyMs: 300_000 },
  isLong: false,
};

/** Copies backups to the store, and brings back what was asked for. */
export const carryBackups: DueWorkDefinition = {
  name: 'backups.carry',
  due: { everyMs: 600_000 },
  isLong: true,
};

/** Removes backups that are over, and what is left of those that were deleted. */
export const pruneBackups: DueWorkDefinition = {
  name: 'backups.prune',
  due: { everyMs: 3_600_000 },
  isLong: true,
};

/** Finds backups and restorings that were committed but never queued or whose worker died, and removes what is left of those that are over. */
export const sweepBackups: DueWorkDefinition = {
  name: 'backups.sweep-backups',
  due: { everyMs: 600_000 },
  isLong: false,
};

/** Restores a backup into a scratch database: one that was asked for, else the newest when none was proven for 30 days. */
export const proveBackups: DueWorkDefinition = {
  name: 'backups.prove-backups',
  due: { dailyAt: '04:45' },
  isLong: true,
};
