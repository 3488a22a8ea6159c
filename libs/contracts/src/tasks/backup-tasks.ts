import { z } from 'zod';
import { defineTask } from './task-definition.js';

/** Takes backups that wait, until no row waits; `sweepBackups` finds what was committed but never queued. */
export const runBackups = defineTask({
  name: 'backups.take-backups',
  queue: 'backup',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0 },
});

/** Restores backups that wait to be; `sweepBackups` finds what was committed but never queued. */
export const runRestorings = defineTask({
  name: 'backups.restore-backups',
  queue: 'backup',
  payload: z.object({}),
  options: { attempts: 1, backoffMs: 0 },
});
