import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

interface OpenedItem {
  /** Empty: none. */
  opened: string;
  open: (id: string) => void;
  close: () => void;
}

/**
 * What of a page lies open over it, kept in the URL as `?name=id`. Closing goes back to before it was opened here, and takes the place
 * of what was opened by its address: the browser's Back never opens again what was closed.
 */
export function useOpenedItem(name: string): OpenedItem {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  return {
    opened: search.get(name) ?? '',
    open: useCallback(
      (id) =>
        setSearch(
          (before) => {
            before.set(name, id);
            return before;
          },
          { state: { opened: name } },
        ),
      [name, setSearch],
    ),
    close: () => {
      if ((state as { opened?: string } | null)?.opened === name) {
        void navigate(-1);
      } else {
        setSearch(
          (before) => {
            before.delete(name);
            return before;
          },
          { replace: true },
        );
      }
    },
  };
}
