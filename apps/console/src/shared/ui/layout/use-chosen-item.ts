import { useSearchParams } from 'react-router-dom';
import { useIsNarrow } from '../../lib/dom/use-is-narrow.js';

interface ChosenItem<Item> {
  /** Undefined: none, or one that is not in the list (any more). */
  chosen: Item | undefined;
  choose: (item: { id: string }) => void;
}

/**
 * Which item of a list is shown beside it, kept in the URL as `?name=id`. Where there is room for both, the first one until
 * another is chosen, and choosing leaves no way back; on a phone none, and the way back leads to the list.
 */
export function useChosenItem<Item extends { id: string }>(
  name: string,
  items: readonly Item[] | undefined,
): ChosenItem<Item> {
  const isNarrow = useIsNarrow();
  const [search, setSearch] = useSearchParams();
  const named = items?.find(({ id }) => id === search.get(name));
  return {
    chosen: named ?? (isNarrow ? undefined : items?.[0]),
    choose: ({ id }) => {
      if (id !== named?.id) {
        setSearch({ [name]: id }, { replace: !isNarrow });
      }
    },
  };
}
