import type { UploadProgress } from '@clusterdesk/contracts';
import { useEffect, useState } from 'react';
import { useLiveEvent } from '../../../shared/live/live-provider.js';
import type { UploadQueue } from './upload-queue.js';

const staleMs = 6_000;
const doneMs = 5_000;

type Seen = UploadProgress & { seenAt: number };

/** Uploads that the same user has under way in other windows; done ones go after five seconds, silent ones after six. */
export function useOtherWindows(queue: UploadQueue): readonly UploadProgress[] {
  const [uploads, setUploads] = useState<readonly Seen[]>([]);
  useLiveEvent('uploadProgress', (event) => {
    if (queue.isOwn(event)) {
      return;
    }
    setUploads((current) => {
      const others = current.filter((upload) => upload.uploadId !== event.uploadId);
      const isNews = others.length < current.length || event.state === 'uploading';
      return isNews ? [...others, { ...event, seenAt: Date.now() }] : current;
    });
  });
  const hasUploads = uploads.length > 0;
  useEffect(() => {
    if (!hasUploads) {
      return undefined;
    }
    const timer = setInterval(() => {
      const now = Date.now();
      setUploads((current) =>
        current.filter(
          (upload) => now - upload.seenAt < (upload.state === 'uploading' ? staleMs : doneMs),
        ),
      );
    }, 1_000);
    return () => clearInterval(timer);
  }, [hasUploads]);
  // What was taken up again in this window is not another window's any more.
  return uploads.filter((upload) => !queue.isOwn(upload));
}
