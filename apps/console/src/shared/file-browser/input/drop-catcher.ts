/**
 * Hears the drop on an element that has left the page by then. A list that is drawn anew under the pointer (its skeleton gives
 * way to its rows) takes away the element that the browser saw last; the drop is still sent there, where nothing above hears it.
 */
export class DropCatcher {
  private node: EventTarget | null = null;
  private release = (): void => undefined;

  /** Watches the element that is under the drag now; the one before is let go. */
  watch(node: EventTarget, onDrop: (event: DragEvent) => void): void {
    if (node === this.node) {
      return;
    }
    this.stop();
    const listener = (event: Event): void => {
      if (node instanceof Node && !node.isConnected) {
        onDrop(event as DragEvent);
      }
    };
    node.addEventListener('drop', listener);
    this.node = node;
    this.release = () => node.removeEventListener('drop', listener);
  }

  stop(): void {
    this.release();
    this.release = () => undefined;
    this.node = null;
  }
}
