import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { CopyView } from '../../copy/copy-queue.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { CopyRow } from './transfer-rows.js';

const item: CopyView = {
  id: 'c1',
  copyId: 'c1',
  kind: 'unzip',
  state: 'copying',
  from: { space: 'disk' },
  to: { space: 'disk' },
  dir: '/',
  name: 'data.zip',
  placedPath: null,
  entries: 1,
  doneBytes: 1_048_576,
  totalBytes: 4_194_304,
  doneFiles: 1,
  totalFiles: 4,
  sha256: null,
  message: '',
  bytesPerSecond: 1_048_576,
  secondsLeft: 3,
};

const acts = {
  onCancel: jest.fn(),
  onRetry: jest.fn(),
  onDismiss: jest.fn(),
  onShow: jest.fn(),
};
const names = (): (string | null)[] =>
  screen.getAllByRole('button').map(({ textContent }) => textContent);

it('says how far an archive is unpacked, how fast, and how long it takes; it can be cancelled', async () => {
  renderPage(<CopyRow item={item} {...acts} />);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
  expect(screen.getByText('Unpacking')).toBeTruthy();
  expect(
    screen.getByText(/^Files: 1 \/ 4 · 1\.00 MB \/ 4\.00 MB · 1\.00 MB\/s · .*3/),
  ).toBeTruthy();
  expect(names()).toEqual(['Cancel']);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(acts.onCancel).toHaveBeenCalledTimes(1);
});

it('leads to what was unpacked', async () => {
  const done = { ...item, state: 'done', placedPath: '/data', secondsLeft: null } as const;
  renderPage(<CopyRow item={{ ...done, bytesPerSecond: 0 }} {...acts} />);
  expect(screen.getByText('Unpacked')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Show in folder/i }));
  expect(acts.onShow).toHaveBeenCalledTimes(1);
  expect(names()).toHaveLength(2);
});

it('counts entries of a deletion, and what a trash is emptied of; leads to the first that was restored', () => {
  const acts_ = {
    ...item,
    entries: 60,
    doneFiles: 15,
    totalFiles: 60,
    totalBytes: 0,
    doneBytes: 0,
  };
  const quiet = { bytesPerSecond: 0, secondsLeft: null };
  const restored = { ...acts_, ...quiet, state: 'done', doneFiles: 60, placedPath: '/a' } as const;
  renderPage(
    <>
      <CopyRow item={{ ...acts_, ...quiet, kind: 'delete', name: 'a.txt' }} {...acts} />
      <CopyRow item={{ ...acts_, ...quiet, kind: 'purge', name: '', totalFiles: 61 }} {...acts} />
      <CopyRow item={{ ...restored, kind: 'restore', name: '' }} {...acts} />
    </>,
  );
  expect(screen.getAllByRole('progressbar')[0]?.getAttribute('aria-valuenow')).toBe('25');
  screen.getByText(/a\.txt/);
  screen.getByText('Deleting');
  screen.getByText('Items: 15 / 60');
  screen.getByText('61 items of the trash');
  screen.getByText('Restored');
  screen.getByRole('button', { name: /Show in folder/i });
});

it('shows a checksum, which can be copied', () => {
  const done = { ...item, state: 'done', secondsLeft: null, bytesPerSecond: 0 } as const;
  renderPage(<CopyRow item={{ ...done, kind: 'checksum', sha256: 'ab12' }} {...acts} />);
  screen.getByText('ab12');
  screen.getByRole('button', { name: 'Copy checksum' });
});

it('says why it failed, and can be tried again', async () => {
  renderPage(<CopyRow item={{ ...item, state: 'failed', message: 'It is damaged.' }} {...acts} />);
  expect(screen.getByText('It is damaged.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(acts.onRetry).toHaveBeenCalledTimes(1);
});
