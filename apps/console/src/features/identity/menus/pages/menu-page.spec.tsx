import { endpoints, type MenuNode } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { MenuPage } from './menu-page.js';

const menu = (id: string, parentId = '0', children: MenuNode[] = []): MenuNode => ({
  id,
  menuName: id,
  menuNameEn: '',
  menuUrl: `/${id}`,
  menuIcon: null,
  menuType: 1,
  parentId,
  children,
});

it('moves a menu within its list, and offers no move beyond the ends', async () => {
  const api = new FakeApi();
  let below = ['files', 'shares'];
  api.on(endpoints.menus.tree, () => [
    menu(
      'data',
      '0',
      below.map((id) => menu(id, 'data')),
    ),
  ]);
  api.on(endpoints.menus.shift, () => {
    below = below.toReversed();
    return null;
  });
  const { user } = renderPage(
    <LiveProvider>
      <MenuPage />
    </LiveProvider>,
  );
  const button = (name: string): HTMLElement => screen.getByRole('button', { name });
  await screen.findByRole('button', { name: 'Move up: shares' });
  for (const name of ['Move up: data', 'Move down: data', 'Move up: files', 'Move down: shares']) {
    expect(button(name).hasAttribute('disabled')).toBe(true);
  }
  await user.click(button('Move up: shares'));
  await waitFor(() => expect(button('Move up: shares').hasAttribute('disabled')).toBe(true));
  expect(api.callsOf(endpoints.menus.shift).map(({ input }) => input)).toEqual([
    { id: 'shares', direction: 'up' },
  ]);
});
