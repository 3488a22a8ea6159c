import { useCallback, useEffect, useState } from 'react';
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

/** What was unfinished when this window opened, and how to drop it. */
export function useUnfinishedUploads(): {
  unfinished: readonly UnfinishedUpload[];
  dismiss: (upload: UnfinishedUpload) => void;
} {
  const [unfinished, setUnfinished] = useState<readonly UnfinishedUpload[]>([]);
  useEffect(() => {
    findUnfinishedUploads()
      .then((uploads) => setUnfinished(groupUnfinished(uploads)))
      // Without the browser's memory there is nothing to go on with.
      .catch(() => undefined);
  }, []);
  const dismiss = useCallback((upload: UnfinishedUpload) => {
    setUnfinished((current) => current.filter((other) => other.key !== upload.key));
    Promise.all(upload.parts.map(discardUpload)).catch(() => undefined);
  }, []);
  return { unfinished, dismiss };
}
