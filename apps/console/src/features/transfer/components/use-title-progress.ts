import { useTitlePart } from '../../../shared/lib/dom/document-title.js';

/** Says in the tab's title how far the uploads are, whatever page is shown; null says nothing. */
export function useTitleProgress(percent: number | null): void {
  useTitlePart('progress', percent === null ? null : `(${percent}%)`);
}
