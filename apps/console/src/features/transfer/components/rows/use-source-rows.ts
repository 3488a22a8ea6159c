import { use, useMemo, useSyncExternalStore } from 'react';
import { PanelSourcesContext } from '../../../../shared/panel/panel-sources.js';
import type { PanelRow } from './panel-rows.js';

/** The panel's lines of long work that other features know of; two of them may name their lines alike. */
export function useSourceRows(): PanelRow[] {
  const sources = use(PanelSourcesContext);
  const view = useSyncExternalStore(sources.subscribe, sources.getView);
  return useMemo(
    () =>
      view.flatMap(({ lines }, index) =>
        lines.map(({ key, draw }) => ({ key: `source${index}|${key}`, draw })),
      ),
    [view],
  );
}
