import { endpoints, type LogRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { LogPage } from './log-page.js';

const { list } = endpoints.audit;
const refused: LogRow = {
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
  await within(await screen.findByRole('dialog')).findByText(endpoints.users.remove.path);
  expect(api.callsOf(list).map(({ input }) => input)).toEqual([
    { pageNum: 0, size: 20, logLevel: 'WARN', userName: 'admin' },
  ]);
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
