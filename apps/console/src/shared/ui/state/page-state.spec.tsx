import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { PageState } from './page-state.js';

const answer = jest.fn<() => Promise<string>>();
let client: QueryClient;

function Page(): ReactNode {
  const query = useQuery({ queryKey: ['page'], queryFn: answer, retry: false });
  return (
    <PageState query={query} gone={<p>It is gone</p>}>
      {(data) => <p>{data}</p>}
    </PageState>
  );
}

const open = (): void => {
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
};

beforeEach(() => {
  client = new QueryClient();
});
afterEach(() => {
  answer.mockReset();
  client.clear();
});

it('shows that it loads, then the data', async () => {
  answer.mockResolvedValue('first');
  open();
  screen.getByRole('status');
  await screen.findByText('first');
});

it('says why it cannot be shown, and tries again when asked', async () => {
  answer.mockRejectedValueOnce(new Error('no answer')).mockResolvedValue('second');
  open();
  await screen.findByText('no answer');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('second');
});

it('keeps data that could not be updated, says since when, and takes the line away once it could', async () => {
  answer.mockResolvedValueOnce('old').mockRejectedValueOnce(new Error('no answer'));
  answer.mockResolvedValue('new');
  open();
  await screen.findByText('old');
  await client.invalidateQueries();
  await screen.findByText(/Could not be updated since/);
  screen.getByText('old');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('new');
  expect(screen.queryByText(/Could not be updated since/)).toBeNull();
});

it('shows data no longer whose viewer may not see it any more', async () => {
  answer
    .mockResolvedValueOnce('theirs')
    .mockRejectedValue(new ApiError(404, 'GONE', 'It is not there'));
  open();
  await screen.findByText('theirs');
  await client.invalidateQueries();
  await screen.findByText('It is gone');
  expect(screen.queryByText('theirs')).toBeNull();
});
