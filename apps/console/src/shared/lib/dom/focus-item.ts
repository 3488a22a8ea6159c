/** Moves the focus to what a selector finds, at once or, where it is still to be drawn, after the next frame. */
export function focusItem(container: HTMLElement | null, selector: string): void {
  const focus = (): boolean => {
    const item = container?.querySelector<HTMLElement>(selector);
    item?.focus();
    return item !== null && item !== undefined;
  };
  if (!focus()) {
    requestAnimationFrame(focus);
  }
}
