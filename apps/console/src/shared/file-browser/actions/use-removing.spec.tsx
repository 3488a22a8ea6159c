import { endpoints, limits } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FakeApi, Refusal } from '../../testing/fake-api.js';
import { renderPage } from '../../testing/render-page.js';
import { changesOf, type FileSpace } from '../file-space.js';
import type { Selection } from '../selection/use-selection.js';
import { entryAt, FakeSpace } from '../testing/fake-space.js';
import { taskState } from '../testing/task-state.js';
import { useRemoving } from './use-removing.js';

const many = limits.entriesByCall + 1;

function show(count: number) {
  const removed: string[][] = [];
  const fake = new FakeSpace([]).space;
  const space: FileSpace = {
    ...fake,
    changes: {
      ...changesOf(fake),
      undoMax: 1000,
      remove: (paths) => {
        removed.push(paths);
        return Promise.resolve();
      },
    },
  };
  const items = Array.from({ length: count }, (_, index) => entryAt(`/n${index}`));
  let cleared = 0;
  const selection = {
    count,
    resolve: () => Promise.resolve(items),
    clear: () => {
      cleared += 1;
    },
  } as Partial<Selection> as Selection;
  const Page = (): ReactNode => {
    const { remove } = useRemoving(space, selection);
    return (
      <button type="button" onClick={() => void remove()}>
        Delete
      </button>
    );
  };
  return { ...renderPage(<Page />), removed, cleared: () => cleared };
}

it('deletes very many by a task, after a question', async () => {
  const api = new FakeApi();
  api.on(endpoints.copies.begin, taskState);
  const { user, removed, cleared } = show(many);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }),
  );
  await waitFor(() => expect(cleared()).toBe(1));
  const [asked] = api.callsOf(endpoints.copies.begin);
  expect(asked?.input).toMatchObject({ space: { space: 'project' }, task: { kind: 'delete' } });
  expect((asked?.input['task'] as { paths?: string[] } | undefined)?.paths).toHaveLength(many);
  expect(removed).toEqual([]);
});

it('keeps what was selected, and says why, where the task may not begin', async () => {
  const api = new FakeApi();
  api.on(endpoints.copies.begin, () => {
    throw new Refusal(409, 'COPY_TOO_MANY', 'Too many tasks.');
  });
  const { user, cleared } = show(many);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }),
  );
  await screen.findByText('Too many tasks.');
  expect(cleared()).toBe(0);
});

it('deletes as many as one call by it, without a question', async () => {
  const { user, removed } = show(limits.entriesByCall);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(removed.map(({ length }) => length)).toEqual([limits.entriesByCall]));
});
