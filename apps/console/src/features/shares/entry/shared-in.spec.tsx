import { endpoints, type EndpointAnswer } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { entryAt, FakeSpace } from '../../../shared/file-browser/testing/fake-space.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { linkShare, ownOf, userOf, userShare } from '../spec-shares.js';
import { SharedIn } from './shared-in.js';

const { containing } = endpoints.shares;
type Answer = EndpointAnswer<typeof containing>;

let api: FakeApi;
let answer: Answer;
beforeEach(() => {
  queryClient.clear();
  localStorage.setItem('language', 'en');
  answer = { data: [], total: 0 };
  api = new FakeApi();
  api.on(containing, () => answer);
});

const show = (path = '/site/run.csv'): RenderedPage =>
  renderPage(<SharedIn space={new FakeSpace([]).space} entry={entryAt(path)} />);

it('names with whom, until when and through which folder, and leads to each share', async () => {
  answer = {
    data: [
      {
        ...userShare('s1', ['/site/run.csv'], [userOf(1), userOf(2, 'Li Lei')]),
        canDownload: false,
        through: '/site/run.csv',
      },
      { ...linkShare('s2', ['/site']), state: 'usedUp', through: '/site' },
      {
        ...linkShare('s3', ['/site'], { own: ownOf({ users: [userOf(3)], userCount: 2 }) }),
        through: '/site',
      },
    ],
    total: 5,
  };
  const { container } = show();
  const users = await screen.findByRole('link', { name: 'Shared with user1, Li Lei (user2)' });
  expect(users.getAttribute('href')).toBe('/myShare?share=s1');
  expect(users.closest('li')?.textContent).toMatch(/PermanentView only$/);
  const link = screen.getByRole('link', { name: 'Link' });
  expect(link.closest('li')?.textContent).toMatch(/Valid until .* left.*Used up.*folder “site”$/);
  screen.getByRole('link', { name: 'Link, opened by: user3…' });
  screen.getByText('Shared in 5 shares');
  expect(
    screen.getByRole('link', { name: '2 more shares in My shares' }).getAttribute('href'),
  ).toBe('/myShare');
  expect(api.callsOf(containing).map(({ input }) => input)).toEqual([{ path: '/site/run.csv' }]);
  expect(await findA11yFaults(container)).toEqual([]);
});

it('says nothing of what is not shared', async () => {
  const { container } = show();
  await waitFor(() => expect(api.callsOf(containing)).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(container.textContent).toBe('');
});

it('a failure is one quiet line, and can be tried again', async () => {
  api.on(containing, () => {
    throw new Refusal(404, 'AWAY', 'Not now');
  });
  const { user } = show();
  await screen.findByText(/^Couldn't load where it is shared/);
  answer = { data: [{ ...linkShare('s2', ['/site']), through: '/site' }], total: 1 };
  api.on(containing, () => answer);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Shared in 1 share');
});
