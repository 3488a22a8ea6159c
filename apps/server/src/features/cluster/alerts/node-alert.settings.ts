import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';

/** The monitoring page draws them. */
const shownTo = { topic: 'hosts' } as const;

/** Percent; null: nobody is told. */
const percent = z.number().int().min(1).max(99).nullable();

/** A node above this CPU load for `alertMinutes` raises an alert. */
export const alertCpuPercent = defineSetting({
  key: 'alertCpuPercent',
  schema: percent,
  initial: () => 95,
  page: { kind: 'percent', shownTo },
});

/** A node above this memory use for `alertMinutes` raises an alert. */
export const alertMemoryPercent = defineSetting({
  key: 'alertMemoryPercent',
  schema: percent,
  initial: () => 95,
  page: { kind: 'percent', shownTo },
});

/** For how many minutes a node must be above a threshold; the longest is what one look can read of many nodes. */
export const alertMinutes = defineSetting({
  key: 'alertMinutes',
  schema: z.number().int().min(1).max(60),
  initial: () => 10,
  page: { kind: 'minutes', shownTo },
});

/** For how many minutes a node must be offline; null: nobody is told. */
export const alertOfflineMinutes = defineSetting({
  key: 'alertOfflineMinutes',
  schema: z.number().int().min(1).max(10_080).nullable(),
  initial: () => 5,
  page: { kind: 'minutes', shownTo },
});
