import { useEffect } from 'react';

/** Whether files let go here are somebody's own matter: an editor reads them, a file field takes them. */
const takesFiles = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[contenteditable], input[type=file]') !== null;

/**
 * Files let go where nothing takes them: a browser would open them in the place of the console and end what runs in it. The
 * pointer says that they are not taken here.
 */
export function useStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent): void => {
      const { dataTransfer } = event;
      // A part of the page that takes them has said so by then.
      if (
        dataTransfer?.types.includes('Files') &&
        !event.defaultPrevented &&
        !takesFiles(event.target)
      ) {
        event.preventDefault();
        dataTransfer.dropEffect = 'none';
      }
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
