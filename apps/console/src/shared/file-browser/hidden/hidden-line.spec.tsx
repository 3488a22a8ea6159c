import { expect, it } from '@jest/globals';
import { endpoints, type HiddenEntry } from '@clusterdesk/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi } from '../../testing/fake-api.js';
import { renderPage } from '../../testing/render-page.js';
import { withoutChanges } from '../file-space.js';
import { entryAt, FakeSpace } from '../testing/fake-space.js';
import { HiddenLine } from './hidden-line.js';

const entries: HiddenEntry[] = [
  { kind: 'name', isDirectory: false, name: '\\xb2\\xe2', raw: 'b2e2', guess: '测' },
  { kind: 'link', isDirectory: false, name: 'latest', raw: null, guess: null },
];

function show(hidden: number) {
  const api = new FakeApi();
  const files = new FakeSpace([]);
  const space = {
    ...files.space,
    summary: () => Promise.resolve({ total: 0, folders: 0, hidden }),
  };
  api.on(endpoints.hiddenEntries.list, entries);
  api.on(endpoints.hiddenEntries.rename, entryAt('/d/测'));
  return { api, files, space };
}

it('says nothing where everything is shown', async () => {
  const { space } = show(0);
  const { container } = renderPage(<HiddenLine space={space} dir="/d" />);
  await waitFor(() => expect(container.querySelector('[role=status]')).toBeNull());
});

it('says that it does not know, until it does', async () => {
  const { space } = show(2);
  let isAway = true;
  const summary = () => (isAway ? Promise.reject(new Error('Broken')) : space.summary());
  const { user } = renderPage(<HiddenLine space={{ ...space, summary }} dir="/d" />);
  await screen.findByText("Couldn't check for items that cannot be shown.");
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/2 items cannot be shown/);
  expect(screen.queryByText(/Couldn't check/)).toBeNull();
});

it('counts what cannot be shown, renames it with a proposal, and moves the rest to the trash', async () => {
  const { api, files, space } = show(2);
  const { user } = renderPage(<HiddenLine space={space} dir="/d" />);
  await screen.findByText(/2 items cannot be shown/);
  await user.click(screen.getByRole('button', { name: 'Show and rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = await dialog.findByRole('textbox', { name: 'New name for \\xb2\\xe2' });
  expect(field).toHaveProperty('value', '测');
  await user.type(field, '试');
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  await waitFor(() =>
    expect(api.callsOf(endpoints.hiddenEntries.rename)[0]?.input).toEqual({
      space: space.ref,
      path: '/d',
      raw: 'b2e2',
      newName: '测试',
    }),
  );
  await user.clear(field);
  expect(dialog.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('button', { name: 'Move to trash' }));
  await waitFor(() => expect(files.calls).toContain('remove /d/latest'));
});

it('only shows them in a space that is only shown', async () => {
  const { space } = show(2);
  const { user } = renderPage(<HiddenLine space={withoutChanges(space)} dir="/d" />);
  await user.click(await screen.findByRole('button', { name: 'Show and rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('Symbolic link');
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.queryByRole('button', { name: 'Move to trash' })).toBeNull();
});
