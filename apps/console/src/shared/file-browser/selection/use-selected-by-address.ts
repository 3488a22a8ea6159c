import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Folder } from '../api/folder.js';
import type { useSelection } from './use-selection.js';

/**
 * Selects what the link that led to a folder names, when the folder is here: `state.select`, or `?show=` of an address that stands for an
 * entry with its details.
 */
export function useSelectedByAddress(
  folder: Pick<Folder, 'total'>,
  selection: Pick<ReturnType<typeof useSelection>, 'scrollToAndSelect'>,
  openDetails: () => void,
): void {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isHere = folder.total !== undefined;
  const shown = new URLSearchParams(search).get('show') ?? undefined;
  const pathToSelect = (state as { select?: string } | null)?.select ?? shown;
  useEffect(() => {
    if (isHere && pathToSelect !== undefined) {
      void selection.scrollToAndSelect(pathToSelect);
      if (shown !== undefined) {
        openDetails();
      }
      // Once: a reload keeps the state of its URL, and should select nothing. Who has gone back by now is at another one.
      if (window.location.pathname === pathname) {
        const kept = new URLSearchParams(search);
        kept.delete('show');
        const rest = kept.size > 0 ? `?${kept}` : '';
        void navigate(pathname + rest, { replace: true, state: null });
      }
    }
    // `selection` is another object at every draw; what is selected here depends on the URL only.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isHere, pathToSelect, navigate, pathname, search]);
}
