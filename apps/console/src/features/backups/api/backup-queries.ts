import { endpoints, type EndpointResult } from '@clusterdesk/contracts';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';

const { backups, backupStores } = endpoints;

/** How many are listed where only what is under way matters. */
const newest = { pageNum: 0, size: 20 };

export const backupPage = (pageNum: number, size: number) =>
  queryOptionsOf(backups.list, { pageNum, size });
export const newestBackups = () => queryOptionsOf(backups.list, newest);
export const proofState = () => queryOptionsOf(backups.proofState, {});
export const backupPlan = () => queryOptionsOf(backupStores.plan, {});
export const backupStore = () => queryOptionsOf(backupStores.store, {});
export const recoveryKit = () => queryOptionsOf(backupStores.recoveryKit, {});

/** What a backup says of the environment that it needs, compared with that of now. */
export const recoveryOf = (id: string) => queryOptionsOf(backups.recovery, { id });

/** Whether a backup was brought back in rehearsal, and how long it takes to be back. */
export type BackupProof = EndpointResult<typeof backups.proofState>;

/** What shows backups, and what is known of them. */
export const queriesOfBackups = [backups.list, backups.proofState, backupStores.recoveryKit];

/** Hears of backups and restorings that come, go on and end. */
export const useWatchBackups = (): void => useWatch({ topic: 'backups' });
