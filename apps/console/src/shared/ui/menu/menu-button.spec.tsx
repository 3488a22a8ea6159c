import { beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderPage } from '../../testing/render-page.js';
import { MenuDropdown } from './dropdown.js';

let mayCome = true;
let code: typeof MenuDropdown | null = null;
jest.unstable_mockModule('./menu-code.js', () => ({
  menuCode: () => code,
  prepareMenus: () => undefined,
  fetchMenuCode: async () => {
    if (!mayCome) {
      throw new TypeError('Failed to fetch');
    }
    code = MenuDropdown;
    return code;
  },
}));
const { MenuButton } = await import('./menu-button.js');

beforeEach(() => {
  code = null;
});

const chosen = jest.fn<(key: string) => void>();
const items = [
  { key: 'one', label: 'first' },
  { key: 'two', label: 'second' },
];
const Page = (): ReactNode => (
  <MenuButton autoFocus menu={{ items, onClick: ({ key }) => chosen(key) }}>
    <button type="button">menu</button>
  </MenuButton>
);

it('says when its code cannot be had, and opens at the next press, by mouse or key', async () => {
  mayCome = false;
  const { user } = renderPage(<Page />);
  const button = (): HTMLElement => screen.getByRole('button', { name: 'menu' });
  await user.click(button());
  await screen.findByText(/check your network/i);
  expect(screen.queryByRole('menu')).toBeNull();

  mayCome = true;
  await user.click(button());
  await user.click(await screen.findByText('second'));
  expect(chosen).toHaveBeenLastCalledWith('two');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

  button().focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByText('first'));
  expect(chosen).toHaveBeenLastCalledWith('one');
});

it('leaves the focus on the button that was pressed', async () => {
  const { user } = renderPage(
    <MenuButton menu={{ items }}>
      <button type="button">menu</button>
    </MenuButton>,
  );
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByText('second');
  expect(document.activeElement?.textContent).toBe('menu');
});
