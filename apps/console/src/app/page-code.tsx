import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { CodeMissing } from './pages/code-missing.js';
import type { LazyPage } from '../shared/feature.js';

/** Draws a page whose code is here; otherwise says so in the page's own place, and tries again when the network is back. */
function PageSlot({ code }: { code: PageCode }): ReactNode {
  const [, setTries] = useState(0);
  const { Page } = code;
  const isMissing = Page === null;
  const again = async (): Promise<void> => {
    await code.fetch();
    setTries((tries) => tries + 1);
  };
  useEffect(() => {
    if (!isMissing) {
      return undefined;
    }
    const onOnline = (): void => void code.fetch().then(() => setTries((tries) => tries + 1));
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [code, isMissing]);
  return Page ? <Page /> : <CodeMissing onRetry={again} />;
}

/** The code of one page: fetched when the page is first opened, and again for as long as that fails. */
class PageCode {
  Page: ComponentType | null = null;

  constructor(private readonly load: LazyPage) {}

  async fetch(): Promise<void> {
    try {
      this.Page ??= await this.load();
    } catch {
      // Another build has other files, or the network is away: the page's place says it.
    }
  }
}

/**
 * A route whose component is fetched when it is first opened. Not the router's own `lazy`: while that fails, the router draws
 * nothing at all in the whole window, for it leaves out the route's error element.
 */
export function fetched(
  load: LazyPage,
): Required<Pick<RouteObject, 'loader' | 'element' | 'shouldRevalidate'>> {
  const code = new PageCode(load);
  return {
    loader: async () => {
      await code.fetch();
      return null;
    },
    shouldRevalidate: () => false,
    element: <PageSlot code={code} />,
  };
}
