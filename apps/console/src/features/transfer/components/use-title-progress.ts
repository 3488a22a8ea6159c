import { useEffect } from 'react';

const progress = /^\(\d+ %\) /;

/** Says in the tab's title how far the uploads are, whatever page is shown; null says nothing. */
export function useTitleProgress(percent: number | null): void {
  useEffect(() => {
    const plain = document.title.replace(progress, '');
    document.title = percent === null ? plain : `(${percent} %) ${plain}`;
    return () => {
      document.title = document.title.replace(progress, '');
    };
  }, [percent]);
}
