import { useCallback, useEffect, useState } from 'react';
import type { UploadRecord } from '../upload/upload-records.js';
import type { Uploads } from '../upload/uploads.js';

const lookEveryMs = 5_000;

/** What earlier windows of this user left unfinished, and how to drop it. `groupCount`: a change of it is worth a look. */
export function useUnfinished(
  uploads: Uploads,
  groupCount: number,
): { unfinished: readonly UploadRecord[]; drop: (record: UploadRecord) => void } {
  const [unfinished, setUnfinished] = useState(() => uploads.records.unfinished());
  const look = useCallback(() => {
    const found = uploads.records.unfinished();
    setUnfinished((current) =>
      JSON.stringify(current.map(nameOf)) === JSON.stringify(found.map(nameOf)) ? current : found,
    );
  }, [uploads]);
  useEffect(look, [look, groupCount]);
  useEffect(() => {
    // A window that crashed says nothing: its silence is noticed after a while.
    const timer = setInterval(look, lookEveryMs);
    window.addEventListener('storage', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', look);
    };
  }, [look]);
  const drop = useCallback(
    (record: UploadRecord) => {
      uploads.drop(record);
      look();
    },
    [uploads, look],
  );
  return { unfinished, drop };
}

const nameOf = ({ dir, chosenName, isFolder }: UploadRecord): unknown[] => [
  dir,
  chosenName,
  isFolder,
];
