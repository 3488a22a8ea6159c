import { beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '@clusterdesk/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../api/api-error.js';
import { homeWord } from '../files/home-path.js';
import { LiveProvider } from '../live/connection/live-provider.js';
import { renderPage, type RenderedPage } from '../testing/render-page.js';
import { fileActions } from './actions/file-actions.js';
import { FileBrowser } from './file-browser.js';
import { changesOf, type FileSpace } from './file-space.js';
import { entryAt, FakeSpace } from './testing/fake-space.js';

let files: FakeSpace;
beforeEach(() => {
  files = new FakeSpace(['/a.csv', '/b.csv'], { select: 'many' });
});

const show = (given: Partial<FileSpace> = {}, query = ''): RenderedPage =>
  renderPage(
    <LiveProvider>
      <FileBrowser
        space={{ ...files.space, ...given }}
        actions={{ create: [], selected: [[fileActions.remove]], page: [] }}
        onUpload={() => undefined}
        onCopy={() => Promise.reject(new Error('no copy was asked for'))}
        onOpenFile={() => undefined}
      />
    </LiveProvider>,
    `/project${query}`,
  );

describe('keys', () => {
  it.each(['{Delete}', '{F2}', '{Control>}c{/Control}', '{Control>}x{/Control}'])(
    '%s with nothing selected says so, and changes nothing',
    async (key) => {
      const { user } = show();
      (await screen.findByRole('grid')).focus();
      await user.keyboard(key);
      await screen.findByText('Select at least one file or folder');
      expect(files.calls.filter((call) => !call.startsWith('list'))).toEqual([]);
    },
  );

  it('rename exactly one entry', async () => {
    const { user } = show();
    await screen.findByText('b.csv');
    screen.getByRole('grid').focus();
    await user.keyboard('{Control>}a{/Control}');
    await waitFor(() =>
      expect(
        screen.getAllByRole('row').filter((row) => row.getAttribute('aria-selected') === 'true'),
      ).toHaveLength(2),
    );
    await user.keyboard('{F2}');
    await screen.findByText('Select a single item to rename');
    expect(screen.queryByRole('textbox', { name: 'New name' })).toBeNull();
  });
});

it('says why a folder cannot be read, with the number of the request, and reads it again on demand', async () => {
  let isAway = true;
  // No fault that heals by itself, which would be asked for again without a word.
  const list: FileSpace['list'] = (...asked) =>
    isAway
      ? Promise.reject(new ApiError(400, 'FAULT', 'The disk is away', {}, 'req-4711'))
      : files.space.list(...asked);
  const { user } = show({ list });
  await screen.findByText('The disk is away');
  await screen.findByText(/req-4711/);
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('a.csv');
});

it('says when a search found more than it shows, and not of one that is whole', async () => {
  const hits = Array.from({ length: 3 }, (_, at) => entryAt(`/run_${at}`));
  let cutBy: 'count' | null = 'count';
  const find = () => Promise.resolve({ items: hits, searchedFolders: 1, cutBy });
  const cut = `only the first ${limits.searchMaxHits} are shown`;
  const { router } = show({ find }, '?dir=/&key=run');
  await screen.findByText(new RegExp(cut));
  cutBy = null;
  await router.navigate('/project?dir=/&key=run_1');
  await screen.findByText(/run_1”/);
  await waitFor(() => expect(screen.queryByText(new RegExp(cut))).toBeNull());
});

it('says how far a deletion is, and begins no other meanwhile', async () => {
  const held: (() => void)[] = [];
  const changes = {
    ...changesOf(files.space),
    undoMax: 1,
    remove: async (paths: string[]) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await changesOf(files.space).remove(paths);
    },
  };
  const { user } = show({ changes });
  await user.click(await screen.findByText('a.csv'));
  screen.getByRole('grid').focus();
  await user.keyboard('{Delete}');
  await screen.findByText('Deleting 0 of 1…');
  const button = screen.getByRole('button', { name: /Delete/ });
  expect(button.className).toContain('loading');
  await user.click(button);
  screen.getByRole('grid').focus();
  await user.keyboard('{Delete}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(held).toHaveLength(1);
  held[0]?.();
  await screen.findByText('“a.csv” moved to the trash');
  await waitFor(() => expect(screen.queryByText('Deleting 0 of 1…')).toBeNull());
  await waitFor(() => expect(screen.queryByText('a.csv')).toBeNull());
});

it('an address that stands for an entry selects it and opens its details, once', async () => {
  window.history.replaceState(null, '', '/project');
  const { router } = show({}, '?id=p1&show=%2Fb.csv');
  await screen.findByText('/b.csv');
  expect(screen.getByRole('row', { name: /b\.csv/ }).getAttribute('aria-selected')).toBe('true');
  await waitFor(() => expect(router.state.location.search).toBe('?id=p1'));
  expect(localStorage.getItem('filesDetails')).not.toBe('open');
});

describe('the path of an entry', () => {
  const details = async (given: Partial<FileSpace>): Promise<RenderedPage['user']> => {
    const { user } = show(given);
    // Only there a browser has a clipboard for pages.
    Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
    await user.click(await screen.findByText('b.csv'));
    await user.keyboard('{Control>}i{/Control}');
    await screen.findByText('/b.csv');
    return user;
  };

  it('is copied as scripts name it, and as the platform does', async () => {
    const user = await details({ scriptWord: homeWord });
    screen.getByText('$HOME/b.csv');
    await user.click(screen.getByRole('button', { name: 'Copy path for scripts' }));
    expect(await navigator.clipboard.readText()).toBe('$HOME/b.csv');
    await user.click(screen.getByRole('button', { name: 'Copy path' }));
    expect(await navigator.clipboard.readText()).toBe('/b.csv');
  });

  it('is an item of the menu, by its own name', async () => {
    await details({});
    fireEvent.contextMenu(screen.getByRole('row', { name: /b\.csv/ }));
    await screen.findByRole('menuitem', { name: 'Copy path' });
  });

  it('is that of the platform alone where jobs do not see the space', async () => {
    await details({});
    expect(screen.queryByRole('button', { name: 'Copy path for scripts' })).toBeNull();
  });
});
