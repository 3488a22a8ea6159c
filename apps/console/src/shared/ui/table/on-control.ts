import type { MouseEvent } from 'react';

/**
 * Whether a press on a row was meant for something in it: a control, or a menu or dialog that opened from it, whose presses React
 * hands to the row as well, though it is drawn elsewhere.
 */
export const isOnControl = ({ target, currentTarget }: MouseEvent): boolean =>
  !currentTarget.contains(target as Node) ||
  (target as Element).closest('a, button, input, label') !== null;
