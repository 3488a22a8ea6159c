import { endpoints, type LogRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { logPageWith } from './log-page.js';

const { list } = endpoints.audit;
const old: LogRow = {
  id: '1',
  logLevel: 'WARN',
  logModel: 'users',
  methodName: endpoints.users.remove.path,
  userId: '1',
  userName: 'admin',
  errorCode: 'USER_NOT_FOUND',
  address: '127.0.0.1',
  createTime: '2026-11-22 05:00:00',
};
const refused: LogRow = { ...old, errorMessage: 'There is no such user.' };

const LogPage = logPageWith([
  {
    calls: [endpoints.users.remove.path],
    name: { cn: '删除用户', en: 'Delete a user' },
    done: { cn: '删除了用户{{object}}', en: 'deleted the user {{object}}' },
  },
]);

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.on(list, ({ userName }) => {
    const content = userName === undefined || userName === 'admin' ? [refused] : [];
    return { content, totalElements: content.length };
  });
});

it('is narrowed by its address, and shows all of an entry beside it', async () => {
  const { user } = renderPage(<LogPage />, '/logManagement?logLevel=WARN&userName=admin');
  await user.click(await screen.findByRole('button', { name: /deleted the user/ }));
  const details = within(await screen.findByRole('dialog'));
  await details.findByText(endpoints.users.remove.path);
  details.getByText('There is no such user.');
  details.getByText('USER_NOT_FOUND');
  expect(api.callsOf(list).map(({ input }) => input)).toEqual([
    { pageNum: 0, size: 20, logLevel: 'WARN', userName: 'admin' },
  ]);
});

it('says of a refusal what it said, and its code to who opens it alone', async () => {
  api.on(list, { content: [refused, { ...old, id: '2' }], totalElements: 2 });
  renderPage(<LogPage />, '/logManagement');
  await screen.findByText('There is no such user.');
  screen.getByText('Refused');
  expect(screen.queryByText('USER_NOT_FOUND')).toBeNull();
});

it('is searched by user, and says how to see all again when nothing fits', async () => {
  const { user, router } = renderPage(<LogPage />, '/logManagement?logLevel=WARN');
  await screen.findByRole('button', { name: /deleted the user/ });
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'nobody{Enter}');
  await screen.findByText('No matching entries');
  expect(router.state.location.search).toBe('?logLevel=WARN&userName=nobody');
  await user.click(screen.getByRole('button', { name: /^Clear/ }));
  await screen.findByRole('button', { name: /deleted the user/ });
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('keeps a filter under a name, and brings it back wherever the log is', async () => {
  const { user, router } = renderPage(<LogPage />, '/logManagement');
  await screen.findByRole('button', { name: /deleted the user/ });
  // Nothing is narrowed: there is nothing to save.
  expect(screen.queryByRole('button', { name: 'Save filter' })).toBeNull();
  await router.navigate('/logManagement?logLevel=WARN&userName=admin&page=2');
  await user.click(await screen.findByRole('button', { name: 'Save filter' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Enter a name');
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Admin warnings {Enter}');
  const chip = await screen.findByRole('button', { name: 'Admin warnings' });
  expect(chip.getAttribute('aria-pressed')).toBe('true');
  // It is saved: not twice.
  expect(screen.queryByRole('button', { name: 'Save filter' })).toBeNull();
  cleanup();

  const later = renderPage(<LogPage />, '/logManagement?startDate=2026-11-01');
  const kept = await screen.findByRole('button', { name: 'Admin warnings' });
  expect(kept.getAttribute('aria-pressed')).toBe('false');
  await later.user.click(kept);
  await waitFor(() =>
    expect(later.router.state.location.search).toBe('?logLevel=WARN&userName=admin'),
  );
  await later.user.click(
    screen.getByRole('button', { name: 'Delete the filter “Admin warnings”' }),
  );
  expect(screen.queryByRole('button', { name: 'Admin warnings' })).toBeNull();
  cleanup();
  renderPage(<LogPage />, '/logManagement');
  await screen.findByRole('button', { name: /deleted the user/ });
  expect(screen.queryByRole('list', { name: 'Saved filters' })).toBeNull();
});
