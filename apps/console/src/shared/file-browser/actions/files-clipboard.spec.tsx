import type { DiskItem } from '@clusterdesk/contracts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { clearSession, clipboardKey } from '../../api/session.js';
import { setClipboard, useClipboard, type FilesClipboard } from './files-clipboard.js';

const item: DiskItem = {
  path: '/a.txt',
  localPath: 'a.txt',
  directory: false,
  fileType: 'txt',
  size: 1,
  createDate: '2026-11-22 05:00:00',
};
const cut: FilesClipboard = { spaceKey: 'disk', mode: 'move', items: [item] };

/** What another window of the browser writes is there before it is told. */
function writtenElsewhere(value: string | null): void {
  if (value === null) {
    localStorage.removeItem(clipboardKey);
  } else {
    localStorage.setItem(clipboardKey, value);
  }
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: clipboardKey })));
}

beforeEach(() => {
  localStorage.setItem('userId', 'ann');
  setClipboard(null);
});

it('is one for all windows of the browser: pasted in one, it is empty in each', () => {
  const { result } = renderHook(useClipboard);
  act(() => setClipboard(cut));
  const written = localStorage.getItem(clipboardKey);
  act(() => setClipboard(null));
  expect(localStorage.getItem(clipboardKey)).toBeNull();
  writtenElsewhere(written);
  expect(result.current).toEqual(cut);
  writtenElsewhere(null);
  expect(result.current).toBeNull();
});

it('is of its user alone, and goes with the session', () => {
  const { result } = renderHook(useClipboard);
  act(() => setClipboard(cut));
  const written = localStorage.getItem(clipboardKey);
  clearSession();
  expect(localStorage.getItem(clipboardKey)).toBeNull();
  localStorage.setItem('userId', 'bob');
  writtenElsewhere(written);
  expect(result.current).toBeNull();
});

it('stays in this window where it is more than the storage holds', () => {
  const { result } = renderHook(useClipboard);
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  act(() => setClipboard(cut));
  setItem.mockRestore();
  expect(result.current).toEqual(cut);
  expect(localStorage.getItem(clipboardKey)).toBeNull();
});
