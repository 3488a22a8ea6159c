import type { ComponentType, ReactNode } from 'react';
import type { RouteObject } from 'react-router-dom';
import { CodeSlot, useCode } from '../shared/lib/code/code-slot.js';
import { CodeMissing } from './pages/code-missing.js';

/**
 * A route whose component is fetched when it is first opened, and again for as long as that fails: the page's own place says so.
 * Not the router's own `lazy`: while that fails, the router draws nothing at all in the whole window, for it leaves out the
 * route's error element.
 */
export function fetched(
  load: () => Promise<ComponentType>,
): Required<Pick<RouteObject, 'loader' | 'element' | 'shouldRevalidate'>> {
  const slot = new CodeSlot(load);
  function Page(): ReactNode {
    const { code: Loaded, again } = useCode(slot);
    return Loaded ? <Loaded /> : <CodeMissing onRetry={again} />;
  }
  return {
    loader: async () => {
      await slot.fetch();
      return null;
    },
    shouldRevalidate: () => false,
    element: <Page />,
  };
}
