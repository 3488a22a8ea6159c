import { useSyncExternalStore } from 'react';
import { breakPoints } from '../../theme/tokens.js';

const query = `(max-width: ${breakPoints.narrow}px)`;

const subscribe = (listener: () => void): (() => void) => {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the window is as narrow as a phone's, where one thing is shown at a time. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
