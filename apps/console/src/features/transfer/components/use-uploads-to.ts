import type { SpaceRef } from '@clusterdesk/contracts';
import { useMemo, useSyncExternalStore } from 'react';
import { UploadHistory, type UploadedEntry } from '../upload/upload-history.js';
import { useTransfers } from './transfer-provider.js';

/** What this window has uploaded to a space of others since it was opened, the latest first. */
export function useUploadsTo(space: SpaceRef): readonly UploadedEntry[] {
  const { history } = useTransfers();
  const entries = useSyncExternalStore(history.subscribe, history.getView);
  return useMemo(() => UploadHistory.of(entries, space), [entries, space]);
}
