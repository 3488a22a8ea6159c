import type { UploadProgress } from '@clusterdesk/contracts';
import { useEffect, useRef, useState } from 'react';
import { useLiveEvent } from '../../../shared/live/connection/live-provider.js';
import type { UploadQueue } from './queue/upload-queue.js';

const staleMs = 6_000;
const doneMs = 5_000;
const drawEveryMs = 250;

type Seen = UploadProgress & { seenAt: number };

/** Uploads that the same user has under way in other windows; done ones go after five seconds, silent ones after six. */
export function useOtherWindows(queue: UploadQueue): readonly UploadProgress[] {
  const [uploads, setUploads] = useState<readonly Seen[]>([]);
  const fresh = useRef(new Map<string, Seen>());
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useLiveEvent('uploadProgress', (event) => {
    if (queue.isOwn(event)) {
      return;
    }
    // Thousands of small files come with as many events: they are drawn together.
    fresh.current.set(event.uploadId, { ...event, seenAt: Date.now() });
    timer.current ??= setTimeout(() => {
      timer.current = null;
      const updates = fresh.current;
      fresh.current = new Map();
      setUploads((current) => {
        const known = new Set(current.map((upload) => upload.uploadId));
        const isShown = (upload: Seen): boolean =>
          known.has(upload.uploadId) || upload.state === 'uploading';
        return [
          ...current.filter((upload) => !updates.has(upload.uploadId)),
          ...[...updates.values()].filter(isShown),
        ];
      });
    }, drawEveryMs);
  });
  const hasUploads = uploads.length > 0;
  useEffect(() => {
    if (!hasUploads) {
      return undefined;
    }
    const sweep = setInterval(() => {
      const now = Date.now();
      setUploads((current) =>
        current.filter(
          (upload) => now - upload.seenAt < (upload.state === 'uploading' ? staleMs : doneMs),
        ),
      );
    }, 1_000);
    return () => clearInterval(sweep);
  }, [hasUploads]);
  // What was taken up again in this window is not another window's any more.
  return uploads.filter((upload) => !queue.isOwn(upload));
}
