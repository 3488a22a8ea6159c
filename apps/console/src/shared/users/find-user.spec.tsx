import { endpoints, type UserOption } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient, queryOptionsOf } from '../api/query.js';
import { FakeApi, Refusal } from '../testing/fake-api.js';
import { renderPage, type RenderedPage } from '../testing/render-page.js';
import { FindUser } from './find-user.js';

const person = (id: number, realName: string | null = null): UserOption => ({
  id: String(id),
  userName: `user${id}`,
  realName,
});
const all = [person(1), person(2, 'Li Lei'), person(3), person(4, 'Lily')];
const { listShareUsers } = endpoints.users;

let api: FakeApi;
let picked: string[];

beforeEach(() => {
  queryClient.clear();
  picked = [];
  api = new FakeApi();
  api.on(listShareUsers, ({ name = '' }) =>
    all.filter((user) => `${user.userName} ${user.realName ?? ''}`.includes(String(name))),
  );
});

const open = (given: { recent?: UserOption[]; exceptIds?: Set<string> } = {}): RenderedPage =>
  renderPage(
    <FindUser
      label="Find a user"
      find={(name) => queryOptionsOf(listShareUsers, name ? { name } : {})}
      takesFocus
      onPick={({ userName }) => picked.push(userName)}
      {...given}
    />,
  );
const field = (): HTMLElement => screen.getByRole('combobox', { name: 'Find a user' });
const offered = (): string[] =>
  [...document.querySelectorAll('.ant-select-item-option')].map((item) => item.textContent ?? '');
// The keys of user-event carry no numbers, which the list goes by.
const press = (key: 'Enter' | 'Tab'): boolean =>
  fireEvent.keyDown(field(), { key, keyCode: key === 'Enter' ? 13 : 9 });
const marked = (): string | null | undefined =>
  document.querySelector('.ant-select-item-option-active')?.textContent;

it('has the focus; a part of a name and Enter pick who is marked, and the next can be typed', async () => {
  const { user } = open();
  expect(document.activeElement).toBe(field());
  await user.keyboard('Lei');
  await waitFor(() => expect(offered()).toEqual(['Li Lei (user2)']));
  expect(marked()).toBe('Li Lei (user2)');
  press('Enter');
  fireEvent.keyUp(field(), { key: 'Enter' });
  expect(picked).toEqual(['user2']);
  expect(field()).toHaveProperty('value', '');
  await user.keyboard('user3');
  await waitFor(() => expect(offered()).toEqual(['user3']));
  press('Enter');
  fireEvent.keyUp(field(), { key: 'Enter' });
  expect(picked).toEqual(['user2', 'user3']);
});

it('suggests first whom one had to do with last, by name too, and nobody twice or again', async () => {
  const { user } = open({ recent: [person(4, 'Lily'), person(3)], exceptIds: new Set(['3']) });
  await user.click(field());
  await waitFor(() => expect(offered()).toEqual(['Lily (user4)', 'user1', 'Li Lei (user2)']));
  screen.getByText('Shared with recently');
  press('Tab');
  expect(picked).toEqual([]);
  await user.keyboard('Li');
  await waitFor(() => expect(offered()).toEqual(['Lily (user4)', 'Li Lei (user2)']));
  press('Enter');
  fireEvent.keyUp(field(), { key: 'Enter' });
  expect(picked).toEqual(['user4']);
});

it('never picks by Enter who does not match, while the server has not answered', async () => {
  const { user } = open({ recent: [person(3)] });
  await user.click(field());
  await waitFor(() => expect(offered()).toHaveLength(4));
  api.on(listShareUsers, () => new Promise(() => {}));
  await user.keyboard('zz');
  await waitFor(() => expect(offered()).toEqual([]));
  press('Enter');
  expect(picked).toEqual([]);
});

it('says that nobody has such a name, and when the server fails', async () => {
  const { user } = open();
  await user.keyboard('nobody');
  await screen.findByText('No matching users');
  api.on(listShareUsers, () => {
    throw new Refusal(500, 'X', 'It broke');
  });
  await user.keyboard('2');
  await screen.findByRole('button', { name: 'Try again' });
});
