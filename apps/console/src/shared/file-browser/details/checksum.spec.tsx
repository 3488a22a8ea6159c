import { endpoints, limits, type CopyState } from '@clusterdesk/contracts';
import { expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../api/api-error.js';
import { FakeApi, Refusal } from '../../testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import { followTasks } from '../api/entry-tasks.js';
import type { FileSpace } from '../file-space.js';
import { entryAt, FakeSpace } from '../testing/fake-space.js';
import { taskState } from '../testing/task-state.js';

/** Who listens to events of tasks; there is no socket here. */
let listener: (state: CopyState) => void = () => undefined;
jest.unstable_mockModule('../../live/connection/live-provider.js', () => ({
  useLiveEvent: (_: 'copyProgress', handler: typeof listener) => {
    listener = handler;
  },
}));
const { Checksum } = await import('./checksum.js');
const emit = (state: CopyState): void => act(() => listener(state));

type Make = NonNullable<FileSpace['reads']['checksum']>;

function show(checksum: Make, size = limits.checksumByCallBytes): RenderedPage {
  const { space } = new FakeSpace([]);
  const entry = { ...entryAt('/genome.fa'), size };
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
  await screen.findByText('Reading 1.00 GB…');
  await screen.findByText(/of at most 60 s/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Compute' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(screen.queryByRole('alert')).toBeNull();
  // Asked for again it is made anew.
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]));
});

/** What a task of this file is, as the server says. */
const task: CopyState = {
  ...taskState,
  ...{ kind: 'checksum', state: 'copying', name: 'genome.fa', doneBytes: 25, totalBytes: 100 },
};

it('is made of a large file by a task, whichever window began it', async () => {
  const { user } = show(() => Promise.reject(new Error('not asked')), 50 * 1024 ** 3);
  const api = new FakeApi();
  api.on(endpoints.copies.begin, task);
  const begun: CopyState[] = [];
  const leave = followTasks((state) => void begun.push(state));
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await waitFor(() => expect(begun).toHaveLength(1));
  leave();
  expect(api.callsOf(endpoints.copies.begin)[0]?.input).toEqual({
    space: { space: 'project', spaceId: 'p1' },
    task: { kind: 'checksum', path: '/genome.fa' },
  });
  emit({ ...task, name: 'other.fa', sha256: 'ff', state: 'done' });
  emit(task);
  await screen.findByText('In the background, 25% done');
  emit({ ...task, state: 'done', sha256: 'cd34' });
  await screen.findByText('cd34');
});

it('says why a task was refused, or failed', async () => {
  const { user } = show(() => Promise.reject(new Error('not asked')), 50 * 1024 ** 3);
  const api = new FakeApi();
  api.on(endpoints.copies.begin, () => {
    throw new Refusal(409, 'COPY_TOO_MANY', 'Too many tasks.');
  });
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await screen.findByText('Too many tasks.');
  emit({ ...task, state: 'failed', message: 'The disk is away.' });
  await screen.findByText('The disk is away.');
  screen.getByRole('button', { name: 'Compute' });
});

it('offers a task for what took too long', async () => {
  const { user } = show(() =>
    Promise.reject(new ApiError(400, 'DISK_CHECKSUM_TOO_LONG', 'The file is too large.')),
  );
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await screen.findByText('The file is too large.');
  const api = new FakeApi();
  api.on(endpoints.copies.begin, task);
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await waitFor(() => expect(api.callsOf(endpoints.copies.begin)).toHaveLength(1));
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
