import { backupPlan, backupStoreView } from '@clusterdesk/contracts';
import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/setting-definition.js';

/** When backups are taken by themselves. Until somebody says so, none is. */
export const backupPlanSetting = defineSetting({
  key: 'backups.plan',
  schema: backupPlan,
  initial: () => ({
    isOn: false,
    time: '02:30',
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    withFiles: true,
    keepAtLeast: 7,
    keepDays: 30,
  }),
});

/** Where copies go; null: nowhere. */
export const backupStoreSetting = defineSetting({
  key: 'backups.store',
  schema: backupStoreView.nullable(),
  initial: () => null,
});

/** The secret of that store's key. */
export const backupStoreSecret = defineSetting({
  key: 'backups.storeSecret',
  schema: z.string(),
  initial: () => '',
  isSecret: true,
});
