import { expect, it } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import type { Folder } from '../api/folder.js';
import { useRows } from './use-rows.js';

it('lays its rows out anew when they get another height: a phone is turned', () => {
  const folder = {
    total: 10,
    show: () => undefined,
    itemAt: () => undefined,
    itemsHere: () => [],
  } as unknown as Folder;
  const frame = { current: document.createElement('div') };
  const { result, rerender } = renderHook(
    ({ rowHeight }) =>
      useRows({
        frame,
        folder,
        cursor: { seq: 0, index: 0 } as Parameters<typeof useRows>[0]['cursor'],
        rowHeight,
        headHeight: 40,
        perRow: 1,
      }),
    { initialProps: { rowHeight: 60 } },
  );
  expect(result.current.getTotalSize()).toBe(600);
  rerender({ rowHeight: 44 });
  expect(result.current.getTotalSize()).toBe(440);
});
