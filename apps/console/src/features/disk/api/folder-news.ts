import { endpoints } from '@clusterdesk/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keyOf } from '../../../shared/api/query.js';
import { useLiveEvent } from '../../../shared/live/live-provider.js';

const quietMs = 250;
/** Asking again may take one part in so many of the time, however often something changes and however large the folder is. */
const restFactor = 4;

/**
 * Calls `askAgain` soon after `note` was called; many calls in a row are one. A change that comes while it asks is asked for
 * again afterwards, after a pause that grows with what the last asking cost.
 */
export class NewsKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isAsking = false;
  private isDirty = false;
  /** When the askings so far have had their rest, and what the last of them adds to that. */
  private restedAt = 0;
  private lastShareMs = 0;

  constructor(private readonly askAgain: () => Promise<unknown>) {}

  note(): void {
    this.isDirty = true;
    if (!this.timer && !this.isAsking) {
      // One asking may be ahead of its rest: a change after a quiet time is shown soon, and the one that comes next to it too.
      const dueAt = this.restedAt - this.lastShareMs;
      const pauseMs = Math.max(quietMs, dueAt - performance.now());
      this.timer = setTimeout(() => void this.ask(), pauseMs);
    }
  }

  stop(): void {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    this.isDirty = false;
  }

  private async ask(): Promise<void> {
    this.timer = null;
    this.isDirty = false;
    this.isAsking = true;
    const startedAt = performance.now();
    try {
      await this.askAgain();
    } finally {
      const endedAt = performance.now();
      this.lastShareMs = (1 + restFactor) * (endedAt - startedAt);
      this.restedAt = Math.max(this.restedAt, startedAt) + this.lastShareMs;
      this.isAsking = false;
      if (this.isDirty) {
        this.note();
      }
    }
  }
}

/** Keeps a folder, or a search, up to date when somebody changed it: only the pages in view are asked for again. */
export function useFolderNews(dir: string, isSearch: boolean): void {
  const queryClient = useQueryClient();
  const keeper = useRef<NewsKeeper | null>(null);
  useEffect(() => {
    const keys = isSearch
      ? [keyOf(endpoints.disk.find)]
      : [keyOf(endpoints.disk.list, { path: dir }), keyOf(endpoints.disk.summary, { path: dir })];
    const current = new NewsKeeper(() =>
      Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
    );
    keeper.current = current;
    return () => current.stop();
  }, [queryClient, dir, isSearch]);
  useLiveEvent('filesChanged', (event) => {
    if (event.space === 'disk' && (event.dir === dir || isSearch)) {
      keeper.current?.note();
    }
  });
}
