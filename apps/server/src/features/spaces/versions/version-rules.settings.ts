import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';

/** How many earlier versions of a file are kept when it is replaced; 0: none. What is kept already stays until its days are over. */
export const fileVersionsSetting = defineSetting({
  key: 'fileVersions',
  schema: z.number().int().min(0).max(100),
  initial: () => limits.fileVersions,
  page: { kind: 'integer' },
});

/** How many days a version is kept after it was replaced. */
export const fileVersionDaysSetting = defineSetting({
  key: 'fileVersionDays',
  schema: z.number().int().min(1).max(3650),
  initial: () => limits.fileVersionDays,
  page: { kind: 'days' },
});
