import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Fragment, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { PanelSources, PanelSourcesContext, usePanelSource } from './panel-sources.js';

function Backup({ percent }: { percent: number }): ReactNode {
  usePanelSource(
    useMemo(
      () => ({
        lines: [{ key: 'backup', draw: () => `backup ${percent} %` }],
        isBusy: percent < 100,
      }),
      [percent],
    ),
  );
  return null;
}
function Panel({ sources }: { sources: PanelSources }): ReactNode {
  const view = useSyncExternalStore(sources.subscribe, sources.getView);
  return (
    <output>
      {view.flatMap(({ lines }) =>
        lines.map(({ key, draw }) => <Fragment key={key}>{draw()}</Fragment>),
      )}
      {view.some(({ isBusy }) => isBusy) && ', busy'}
    </output>
  );
}

it('draws what sources say as it changes, and no more when they are gone', () => {
  const sources = new PanelSources();
  const draw = (percent: number | null): ReactNode => (
    <PanelSourcesContext value={sources}>
      {percent !== null && <Backup percent={percent} />}
      <Panel sources={sources} />
    </PanelSourcesContext>
  );
  const shown = (): string | null => screen.getByRole('status').textContent;
  const { rerender } = render(draw(10));
  expect(shown()).toBe('backup 10 %, busy');
  rerender(draw(100));
  expect(shown()).toBe('backup 100 %');
  rerender(draw(null));
  expect(shown()).toBe('');
});
