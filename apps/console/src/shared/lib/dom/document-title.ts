import { useEffect } from 'react';

/** What a title is made of, in the order of the tab: how far uploads are, how many notifications are unread, the thing shown, its page (by its menu's name where it has one), the platform. */
export type TitlePart = 'progress' | 'unread' | 'thing' | 'menu' | 'page' | 'product';

const parts = new Map<TitlePart, string>();

function write(): void {
  const page = parts.get('menu') ?? parts.get('page');
  const names = [parts.get('thing'), page, parts.get('product')].filter(Boolean);
  // A page that bears the platform's name is not called by it twice.
  const title = [...new Set(names)].join(' · ');
  document.title = [parts.get('progress'), parts.get('unread'), title].filter(Boolean).join(' ');
}

/** Says in the tab, the history and the bookmarks what is shown, for as long as the component is there; null says nothing. */
export function useTitlePart(part: TitlePart, text: string | null | undefined): void {
  useEffect(() => {
    if (!text) {
      return undefined;
    }
    parts.set(part, text);
    write();
    return () => {
      parts.delete(part);
      write();
    };
  }, [part, text]);
}
