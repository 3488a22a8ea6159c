import type { MouseEvent } from 'react';

/** A tap on what is selected already opens it: fingers are poor at double clicks. */
export const isSecondTap = (event: MouseEvent, isSelected: boolean): boolean =>
  isSelected &&
  event.nativeEvent instanceof PointerEvent &&
  event.nativeEvent.pointerType === 'touch';
