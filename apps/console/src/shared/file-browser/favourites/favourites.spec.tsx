import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '../../api/api-error.js';
import { queryClient } from '../../api/query.js';
import { LiveProvider } from '../../live/connection/live-provider.js';
import { renderPage, type RenderedPage } from '../../testing/render-page.js';
import { FileBrowser } from '../file-browser.js';
import { FakeSpace } from '../testing/fake-space.js';

let paths: Set<string>;
let refusal: ApiError | null;
beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  localStorage.removeItem('filesDetails');
  localStorage.removeItem('filesView');
  paths = new Set(['/a.csv']);
  refusal = null;
});

function show(): RenderedPage {
  const queryKey = ['favourites of the spec'];
  const files = new FakeSpace(['/a.csv', '/b.csv', '/folder/'], {
    select: 'many',
    favourites: {
      queryKey,
      paths: () => Promise.resolve([...paths]),
      change: (changed, isFavourite) => {
        if (refusal) {
          return Promise.reject(refusal);
        }
        changed.forEach((path) => (isFavourite ? paths.add(path) : paths.delete(path)));
        // As the event does that follows.
        setTimeout(() => void queryClient.invalidateQueries({ queryKey }));
        return Promise.resolve();
      },
    },
  });
  return renderPage(
    <LiveProvider>
      <FileBrowser
        space={files.space}
        actions={{ create: [], selected: [], page: [] }}
        onUpload={() => undefined}
        onCopy={() => Promise.reject(new Error('no copy was asked for'))}
        onOpenFile={() => undefined}
      />
    </LiveProvider>,
    '/project',
  );
}

/** The rows with a star. */
const starred = (): HTMLElement[] =>
  screen.getAllByRole('row').filter((row) => within(row).queryByRole('img', { name: 'Favourite' }));

const rowOf = (name: RegExp): HTMLElement => screen.getByRole('row', { name });

it('have a star in their row, and Ctrl+D makes and unmakes them', async () => {
  const { user } = show();
  await screen.findByText('b.csv');
  await waitFor(() => expect(starred()).toHaveLength(1));
  within(rowOf(/a\.csv/)).getByRole('img', { name: 'Favourite' });
  await user.click(screen.getByText('b.csv'));
  await user.keyboard('{Control>}d{/Control}');
  await screen.findByText('1 item added to favourites');
  await waitFor(() => within(rowOf(/b\.csv/)).getByRole('img', { name: 'Favourite' }));
  await user.keyboard('{Control>}a{/Control}');
  await user.keyboard('{Control>}d{/Control}');
  await screen.findByText('3 items added to favourites');
  expect([...paths].sort()).toEqual(['/a.csv', '/b.csv', '/folder']);
  await waitFor(() => expect(starred()).toHaveLength(3));
  await user.click(screen.getByText('a.csv'));
  await user.keyboard('{Control>}d{/Control}');
  await screen.findByText('1 item removed from favourites');
  await waitFor(() => expect(starred()).toHaveLength(2));
});

it('are made in the menu and in the details, which say which way it goes', async () => {
  const { user } = show();
  await user.pointer({ target: await screen.findByText('a.csv'), keys: '[MouseRight]' });
  await screen.findByRole('menuitem', { name: /Remove from favourites/ });
  await user.keyboard('{Escape}');
  await user.pointer({ target: screen.getByText('folder'), keys: '[MouseRight]' });
  await user.click(await screen.findByRole('menuitem', { name: /Add to favourites/ }));
  await waitFor(() => expect(paths.has('/folder')).toBe(true));
  await user.click(screen.getByText('b.csv'));
  await user.keyboard('{Control>}i{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Add to favourites: b.csv' }));
  await screen.findByRole('button', { name: 'Remove from favourites: b.csv' });
});

it('say why one more is refused', async () => {
  refusal = new ApiError(409, 'FAVOURITE_TOO_MANY', 'You can have at most 1000 favourites.');
  const { user } = show();
  await user.click(await screen.findByText('b.csv'));
  await user.keyboard('{Control>}d{/Control}');
  await screen.findByText('You can have at most 1000 favourites.');
  expect(paths).toEqual(new Set(['/a.csv']));
});
