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
  let undone = 0;
  const fake = new FakeSpace([]).space;
  const space: FileSpace = {
    ...fake,
    changes: {
      ...changesOf(fake),
      undoMax: 1000,
      undoRemove: () =>
        Promise.resolve(() => {
          undone += 1;
          return Promise.resolve(1);
        }),
      remove: (paths) => {
        removed.push(paths);
        return Promise.resolve();
      },
    },
  };
  const items = Array.from({ length: count }, (_, index) => entryAt(`/n${index}`));
  let cleared = 0;
  let chosen = items;
  const selection = {
    count,
    resolve: () => Promise.resolve(chosen),
    clear: () => {
      cleared += 1;
    },
  } as Partial<Selection> as Selection;
  const Page = (): ReactNode => {
    const { remove, undo } = useRemoving(space, selection);
    return (
      <>
        <button type="button" onClick={() => void remove()}>
          Delete
        </button>
        <button type="button" onClick={undo}>
          Take back
        </button>
      </>
    );
  };
  return {
    ...renderPage(<Page />),
    removed,
    cleared: () => cleared,
    undone: () => undone,
    choose: (some: number) => (chosen = items.slice(0, some)),
  };
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

it('takes back nothing older after a task, whose way back is the trash', async () => {
  const api = new FakeApi();
  api.on(endpoints.copies.begin, taskState);
  const { user, removed, cleared, undone, choose } = show(many);
  choose(1);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(removed).toHaveLength(1));
  await screen.findByRole('button', { name: 'Undo' });
  choose(many);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }),
  );
  await waitFor(() => expect(cleared()).toBe(2));
  await user.click(screen.getByRole('button', { name: 'Take back' }));
  expect(undone()).toBe(0);
});
