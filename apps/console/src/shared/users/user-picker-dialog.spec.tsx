import { endpoints, type UserOption } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi } from '../testing/fake-api.js';
import { renderPage, type RenderedPage } from '../testing/render-page.js';
import { UserPickerDialog } from './user-picker-dialog.js';

const all: UserOption[] = Array.from({ length: 60 }, (_, at) => ({
  id: String(at),
  userName: `user${String(at).padStart(2, '0')}`,
  realName: null,
}));
let picked: string[];

beforeEach(() => {
  picked = [];
  new FakeApi().on(endpoints.users.listAll, ({ name }) =>
    all.filter(({ userName }) => userName.includes(String(name ?? ''))),
  );
});

const open = (): RenderedPage =>
  renderPage(
    <UserPickerDialog
      title="Add users"
      exceptIds={new Set(['1'])}
      isBusy={false}
      onPick={(users) => (picked = users.map(({ userName }) => userName))}
      onClose={() => {}}
    />,
  );
const row = (name: string): Promise<HTMLElement> => screen.findByText(name);

it('adds up picks by clicks on rows, over pages and searches', async () => {
  const { user } = open();
  await user.click(await row('user00'));
  await user.click(await row('user02'));
  await user.click(screen.getByTitle('2'));
  await user.click(await row('user55'));
  await user.type(screen.getByRole('textbox', { name: /Search by/ }), 'user30{Enter}');
  await waitFor(() => expect(screen.queryByText('user55')).toBeNull());
  await user.click(await row('user30'));
  await screen.findByText('4 selected');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(picked).toEqual(['user00', 'user02', 'user55', 'user30']);
});

it('takes a pick back by a second click, and warns when none is left', async () => {
  const { user } = open();
  await user.click(await row('user00'));
  await user.click(await row('user00'));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await screen.findByText('Please select at least one user');
  expect(picked).toEqual([]);
});

it('leaves out who is in the list already', async () => {
  open();
  const list = await screen.findByRole('grid', { name: 'Add users' });
  await row('user00');
  expect(within(list).queryByText('user01')).toBeNull();
});
