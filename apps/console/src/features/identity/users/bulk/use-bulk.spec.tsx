import { limits, type BulkAnswer } from '@clusterdesk/contracts';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { specUser } from '../spec-user.js';
import { useBulk, type Bulk, type BulkSend } from './use-bulk.js';

const usersOf = (count: number) =>
  new Map(
    Array.from({ length: count }, (_, at) => [
      String(at),
      { ...specUser, id: String(at), userName: `user-${at}` },
    ]),
  );
const done = (ids: string[]): BulkAnswer[] =>
  ids.map((id) => ({ id, done: true, error: null, message: null }));
const onDone = jest.fn<(ids: string[]) => void>();
let bulk: Bulk;

function Bar({ users }: { users: ReturnType<typeof usersOf> }): ReactNode {
  bulk = useBulk(users, onDone);
  return (
    <ul>
      {bulk.failures?.map(({ name, message }) => (
        <li key={name}>{`${name}: ${message}`}</li>
      ))}
    </ul>
  );
}

beforeEach(() => {
  onDone.mockReset();
  new FakeApi();
});

it('keeps what earlier calls did where a later one fails, and tells of the rest why', async () => {
  const count = limits.bulkUsers + 2;
  renderPage(<Bar users={usersOf(count)} />);
  const send = jest
    .fn<BulkSend>()
    .mockImplementationOnce((ids) => Promise.resolve(done(ids)))
    .mockRejectedValueOnce(new Error('The database is away.'));
  await act(() => bulk.run(send));
  expect(send.mock.calls.map(([ids]) => ids.length)).toEqual([limits.bulkUsers, 2]);
  expect(onDone.mock.calls).toEqual([[[...usersOf(limits.bulkUsers).keys()]]]);
  await screen.findByText(`${limits.bulkUsers} users updated`);
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'user-200: The database is away.',
      'user-201: The database is away.',
    ]),
  );
});

it('says that nothing was done where the first call fails', async () => {
  renderPage(<Bar users={usersOf(limits.bulkUsers + 2)} />);
  const send = jest.fn<BulkSend>().mockRejectedValue(new Error('The database is away.'));
  await expect(act(() => bulk.run(send))).rejects.toThrow('The database is away.');
  expect(send).toHaveBeenCalledTimes(1);
  expect(onDone).not.toHaveBeenCalled();
});

it('answers two that run at once each with its own', async () => {
  renderPage(<Bar users={usersOf(2)} />);
  const answers: ((answer: BulkAnswer[]) => void)[] = [];
  const send = (): BulkSend => () => new Promise((resolve) => answers.push(resolve));
  const runs = await act(() => Promise.resolve([bulk.run(send()), bulk.run(send())] as const));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(done(['1']));
  await act(() => runs[1]);
  expect(onDone.mock.calls).toEqual([[['1']]]);
  answers[0]?.(done(['0']));
  await act(() => runs[0]);
  expect(onDone.mock.calls).toEqual([[['1']], [['0']]]);
});
