import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../api/api-error.js';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import type { FileSpace } from '../file-space.js';
import { entryAt, FakeSpace } from '../testing/fake-space.js';
import { Checksum } from './checksum.js';

type Make = NonNullable<FileSpace['reads']['checksum']>;

function show(checksum: Make): RenderedPage {
  const { space } = new FakeSpace([]);
  const entry = { ...entryAt('/genome.fa'), size: 50 * 1024 ** 3 };
  return renderPage(
    <Checksum space={{ ...space, reads: { ...space.reads, checksum } }} entry={entry} />,
  );
}

it('says how much is read and for how long at most, and stops when it is told to', async () => {
  const signals: AbortSignal[] = [];
  const { user } = show(
    (_, signal) =>
      new Promise(() => {
        signals.push(signal);
      }),
  );
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await screen.findByText('Reading 50.00 GB…');
  await screen.findByText(/of at most 60 s/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Compute' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(screen.queryByRole('alert')).toBeNull();
  // Asked for again it is made anew.
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]));
});

it('does not offer to try again what took too long', async () => {
  const { user } = show(() =>
    Promise.reject(new ApiError(400, 'DISK_CHECKSUM_TOO_LONG', 'The file is too large.')),
  );
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await screen.findByText('The file is too large.');
  expect(screen.queryByRole('button')).toBeNull();
});

it('tries again after any other failure, and can be copied', async () => {
  let tries = 0;
  const { user } = show(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('The disk is away.')) : Promise.resolve('ab12');
  });
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await screen.findByText('The disk is away.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('ab12');
  screen.getByRole('button', { name: 'Copy checksum' });
});
