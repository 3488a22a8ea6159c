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
  /** Not before this; a change after a long quiet is asked for soon, however much the last asking cost. */
  private restedAt = 0;

  constructor(private readonly askAgain: () => Promise<unknown>) {}

  note(): void {
    this.isDirty = true;
    if (!this.timer && !this.isAsking) {
      const pauseMs = Math.max(quietMs, this.restedAt - performance.now());
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
      this.restedAt = endedAt + restFactor * (endedAt - startedAt);
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
