import { endpoints, limits, type ProjectRow, type TrashItem } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { taskState } from '../../../shared/file-browser/testing/task-state.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { ProjectTrashPage } from './project-trash-page.js';

const id = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const url = `/managementProjectDetail/trash?id=${id}`;
let api: FakeApi;
let trash: TrashItem[];

beforeEach(() => {
  api = new FakeApi();
  trash = [
    {
      id: 't1',
      name: 'plan.txt',
      path: '/data/plan.txt',
      directory: false,
      size: 10,
      deletedAt: '2026-11-22 10:00:00',
      expiresAt: '2026-12-22 10:00:00',
    },
  ];
  api.on(endpoints.projects.detail, { id, projectName: 'Folding', role: 'owner' } as ProjectRow);
  api.on(endpoints.projectFiles.trash, () => ({ data: trash, total: trash.length }));
});

it('puts entries of the project back, and says where', async () => {
  api.on(endpoints.projectFiles.restoreFromTrash, () => {
    trash = [];
    return [{ id: 't1', path: '/data/plan.txt' }];
  });
  const { user } = renderPage(<ProjectTrashPage />, url);
  await user.click(await screen.findByRole('checkbox', { name: 'Select plan.txt' }));
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await screen.findByText('Restored to /data/plan.txt');
  await screen.findByText('Trash is empty');
  expect(api.callsOf(endpoints.projectFiles.restoreFromTrash)[0]?.input).toEqual({
    projectId: id,
    ids: ['t1'],
  });
});

it('empties it after a question', async () => {
  api.on(endpoints.projectFiles.emptyTrash, () => {
    trash = [];
    return null;
  });
  const { user } = renderPage(<ProjectTrashPage />, url);
  await screen.findByText('plan.txt');
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  const dialog = await screen.findByRole('dialog', { name: 'Empty trash?' });
  expect(api.callsOf(endpoints.projectFiles.emptyTrash)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() =>
    expect(api.callsOf(endpoints.projectFiles.emptyTrash)[0]?.input).toEqual({ projectId: id }),
  );
});

it('says what is wrong to who may not see it', async () => {
  api.on(endpoints.projectFiles.trash, () => {
    throw new Refusal(403, 'PROJECT_MANAGERS_ONLY', 'Ask Ann Lee.');
  });
  renderPage(<ProjectTrashPage />, url);
  await screen.findByText('Ask Ann Lee.');
  screen.getByRole('heading', { name: 'This page cannot be opened' });
  const way = screen.getByRole('link', { name: 'Back to the project' });
  expect(way.getAttribute('href')).toBe(`/joinProjectDetail?id=${id}`);
  expect(screen.queryByRole('button', { name: 'Empty trash' })).toBeNull();
});

it('puts everything back by a task, and empties a very full trash by one', async () => {
  api.on(endpoints.projectFiles.trash, () => ({ data: trash, total: limits.entriesByCall + 1 }));
  api.on(endpoints.copies.begin, taskState);
  const { user } = renderPage(<ProjectTrashPage />, url);
  await user.click(await screen.findByRole('button', { name: 'Restore all' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }),
  );
  await waitFor(() => expect(api.callsOf(endpoints.copies.begin)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', {
      name: 'Confirm',
    }),
  );
  await waitFor(() => expect(api.callsOf(endpoints.copies.begin)).toHaveLength(2));
  const space = { space: 'project', spaceId: id };
  expect(api.callsOf(endpoints.copies.begin).map(({ input }) => input)).toEqual([
    { space, task: { kind: 'restore' } },
    { space, task: { kind: 'purge' } },
  ]);
  expect(api.callsOf(endpoints.projectFiles.emptyTrash)).toEqual([]);
});
