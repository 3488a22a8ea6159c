import { expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PanelSources, PanelSourcesContext } from '../../../../shared/panel/panel-sources.js';
import { useSourceRows } from './use-source-rows.js';

const line = (key: string, text: string) => ({ key, draw: () => text });

it('gives the lines of every source keys of their own, and follows them', () => {
  const sources = new PanelSources();
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <PanelSourcesContext value={sources}>{children}</PanelSourcesContext>
  );
  const { result } = renderHook(() => useSourceRows(), { wrapper });
  expect(result.current).toEqual([]);
  act(() => {
    sources.set('backup', { lines: [line('1', 'backup 10 %')], isBusy: true });
    sources.set('upgrade', { lines: [line('1', 'upgrade')], isBusy: true });
  });
  expect(result.current.map(({ draw }) => draw())).toEqual(['backup 10 %', 'upgrade']);
  expect(new Set(result.current.map(({ key }) => key)).size).toBe(2);
  act(() => sources.remove('backup'));
  expect(result.current.map(({ draw }) => draw())).toEqual(['upgrade']);
});
