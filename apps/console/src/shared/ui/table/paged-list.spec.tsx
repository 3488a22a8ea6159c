import { endpoints, type UserOption } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { queryOptionsOf } from '../../api/query.js';
import { invalidate } from '../../api/invalidate.js';
import { FakeApi, Refusal } from '../../testing/fake-api.js';
import { renderPage } from '../../testing/render-page.js';
import { useListView } from './list-url.js';
import { PagedList } from './paged-list.js';

const { listUsers } = endpoints.roles;
const filters = ['search'] as const;
const columns = [{ id: 'userName', title: 'User', cell: (user: UserOption) => user.userName }];

function Page(): ReactNode {
  const view = useListView(filters);
  const { search } = view.filter;
  const input = { roleId: '1', pageNum: view.pageNum, size: view.size, search };
  const query = useQuery(queryOptionsOf(listUsers, input));
  return (
    <PagedList
      label="Users"
      columns={columns}
      rowId={({ id }) => id}
      query={query}
      pageOf={({ data, total }) => ({ rows: data, total })}
      page={view}
      noMatch={
        search === '' ? null : { title: 'Nobody fits', onClear: () => view.narrow({ search: '' }) }
      }
      empty={<p>Nobody yet</p>}
    />
  );
}

let names: string[];
let api: FakeApi;
beforeEach(() => {
  names = Array.from({ length: 41 }, (_, at) => `user${at + 1}`);
  api = new FakeApi();
  api.on(listUsers, ({ pageNum, size, search }) => {
    const fitting = names.filter((name) => name.includes(String(search)));
    const from = Number(pageNum) * Number(size);
    return {
      data: fitting
        .slice(from, from + Number(size))
        .map((userName) => ({ id: userName, userName, realName: null })),
      total: fitting.length,
    };
  });
});

describe('PagedList', () => {
  it('shows the last page there is when the one in view has gone', async () => {
    const { router } = renderPage(<Page />, '/page?page=3');
    await screen.findByText('user41');
    names.pop();
    await invalidate([listUsers]);
    await screen.findByText('user40');
    expect(router.state.location.search).toBe('?page=2');
    expect(screen.queryByText('Nobody yet')).toBeNull();
  });

  it('keeps rows that could not be brought up to date, and says since when', async () => {
    renderPage(<Page />);
    await screen.findByText('user1');
    expect(screen.queryByText(/Could not be updated/)).toBeNull();
    api.on(listUsers, () => {
      throw new Refusal(500, 'FAULT', 'It failed');
    });
    await invalidate([listUsers]);
    await screen.findByText(/Could not be updated since/);
    screen.getByText('user1');
  });

  it('corrects a page of the URL that never was', async () => {
    const { router } = renderPage(<Page />, '/page?page=99');
    await screen.findByText('user41');
    expect(router.state.location.search).toBe('?page=3');
  });

  it('tells a list without rows from a search without hits, which it offers to clear', async () => {
    const { user } = renderPage(<Page />, '/page?search=nobody');
    await screen.findByText('Nobody fits');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await screen.findByText('user1');
  });

  it('says that there is nothing where there is nothing', async () => {
    names = [];
    renderPage(<Page />);
    await screen.findByText('Nobody yet');
    await waitFor(() => expect(screen.queryByText(/items|in all/)).toBeNull());
  });
});
