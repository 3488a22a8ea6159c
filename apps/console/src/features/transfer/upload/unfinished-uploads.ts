import type { UploadProgress } from '@clusterdesk/contracts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PreviousUpload } from 'tus-js-client';
import { discardUpload, findUnfinishedUploads } from './tus-engine.js';

/** An upload that a reload or a lost session interrupted: choosing the same file again goes on with it. */
export interface UnfinishedUpload {
  key: string;
  fileName: string;
  dir: string;
  parts: PreviousUpload[];
}

/** Loose files stand for themselves, a folder's files for their folder. */
export function groupUnfinished(uploads: readonly PreviousUpload[]): UnfinishedUpload[] {
  const found = new Map<string, UnfinishedUpload>();
  for (const upload of uploads) {
    const { dir = '/', fileName = '', relativePath = '' } = upload.metadata;
    const name = relativePath ? `${relativePath.split('/')[0]}/` : fileName;
    const key = `${dir}|${name}`;
    const entry = found.get(key) ?? { key, fileName: name, dir, parts: [] };
    entry.parts.push(upload);
    found.set(key, entry);
  }
  return [...found.values()];
}

/** Whether what another window has under way is this upload, or a part of its folder. */
export const isPartOf = (progress: UploadProgress, upload: UnfinishedUpload): boolean =>
  upload.parts.some(
    ({ metadata }) =>
      metadata['fileName'] === progress.fileName && progress.dir.startsWith(upload.dir),
  );

/**
 * What was unfinished when this window opened, and how to drop it. Of that, what this or another window has finished or dropped
 * since then is gone; `groupCount` is the number of this window's own groups, whose changes are worth a look.
 */
export function useUnfinishedUploads(groupCount: number): {
  unfinished: readonly UnfinishedUpload[];
  dismiss: (upload: UnfinishedUpload) => void;
} {
  const [uploads, setUploads] = useState<readonly PreviousUpload[] | null>(null);
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      const stored = await findUnfinishedUploads();
      const keys = new Set(stored.map((upload) => upload.urlStorageKey));
      if (!isGone) {
        setUploads(
          (current) => current?.filter((upload) => keys.has(upload.urlStorageKey)) ?? stored,
        );
      }
    };
    // Without the browser's memory there is nothing to go on with.
    const lookAgain = (): void => void look().catch(() => undefined);
    lookAgain();
    window.addEventListener('storage', lookAgain);
    return () => {
      isGone = true;
      window.removeEventListener('storage', lookAgain);
    };
  }, [groupCount]);

  const unfinished = useMemo(() => groupUnfinished(uploads ?? []), [uploads]);
  const dismiss = useCallback((upload: UnfinishedUpload) => {
    setUploads((current) => current?.filter((other) => !upload.parts.includes(other)) ?? null);
    Promise.all(upload.parts.map(discardUpload)).catch(() => undefined);
  }, []);
  return { unfinished, dismiss };
}
