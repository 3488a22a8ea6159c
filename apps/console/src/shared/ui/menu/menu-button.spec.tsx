import { beforeEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '../../testing/render-page.js';
import { MenuButton } from './menu-button.js';

const chosen = jest.fn<(key: string) => void>();
const items = [
  { key: 'one', label: 'first' },
  { key: 'two', label: 'second' },
];
const button = (): HTMLElement => screen.getByRole('button', { name: 'menu' });

beforeEach(() => {
  jest.clearAllMocks();
});

it('opens at the first press, and again, by mouse or key', async () => {
  const { user } = renderPage(
    <MenuButton autoFocus menu={{ items, onClick: ({ key }) => chosen(key) }}>
      <button type="button">menu</button>
    </MenuButton>,
  );
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
