import { endpoints, type Favourite } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { entryAt } from '../../../shared/file-browser/testing/fake-space.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { FavouritesPage } from './favourites-page.js';

const { favourites } = endpoints;
const project = { space: 'project', spaceId: '11111111-1111-4111-8111-111111111111' } as const;

let api: FakeApi;
let rows: Favourite[];
let unseen: number;
let opened: string[];

beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  api = new FakeApi();
  unseen = 0;
  opened = [];
  rows = [
    { ...entryAt('/data/run.csv'), space: { space: 'disk' }, markedAt: '2026-11-21 00:00:00' },
    { ...entryAt('/raw/'), space: project, markedAt: '2026-11-20 00:00:00' },
  ];
  api.on(favourites.list, () => ({ entries: rows, unseen }));
  api.on(favourites.mark, ({ paths, isFavourite }) => {
    if (isFavourite !== true) {
      rows = rows.filter(({ path }) => !(paths as string[]).includes(path));
    }
    return null;
  });
});

const show = (): RenderedPage =>
  renderPage(
    <FavouritesPage
      placeOf={({ space }, dir) => ({ to: `/${space}?dir=${dir}`, name: `${space} ${dir}` })}
      onOpenFile={(_, { path }) => opened.push(path)}
    />,
    '/myDoc?view=favourites',
  );

it('shows what is marked and where, opens files and folders, and says what cannot be seen', async () => {
  unseen = 2;
  const { user, router, container } = show();
  await user.click(await screen.findByRole('button', { name: 'run.csv' }));
  expect(opened).toEqual(['/data/run.csv']);
  expect(screen.getByRole('link', { name: 'disk /data' }).getAttribute('href')).toBe(
    '/disk?dir=/data',
  );
  screen.getByText(/2 more favourites cannot be shown now/);
  expect(await findA11yFaults(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'raw' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/project'));
});

it('lets go of one, with a way back, and of what cannot be seen', async () => {
  unseen = 1;
  api.on(favourites.forgetUnseen, () => {
    unseen = 0;
    return 1;
  });
  const { user } = show();
  const star = await screen.findByRole('button', { name: 'Remove from favourites: run.csv' });
  await user.click(star);
  await waitFor(() => expect(screen.queryByText('run.csv')).toBeNull());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(api.callsOf(favourites.mark).map(({ input }) => input)).toEqual([
      { space: { space: 'disk' }, paths: ['/data/run.csv'], isFavourite: false },
      { space: { space: 'disk' }, paths: ['/data/run.csv'], isFavourite: true },
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Remove from favourites' }));
  await waitFor(() => expect(screen.queryByText(/cannot be shown now/)).toBeNull());
});

it('says how to begin where there is nothing', async () => {
  rows = [];
  show();
  await screen.findByText('No favourites yet');
});
