import { breakPoints } from '../../theme/tokens.js';
import { useMedia } from './use-media.js';

/** Whether the window is as narrow as a phone's, where one thing is shown at a time. */
export const useIsNarrow = (): boolean => useMedia(`(max-width: ${breakPoints.narrow}px)`);
