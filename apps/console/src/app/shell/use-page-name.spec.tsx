import type { MenuNode } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { ThemeChoiceProvider } from '../../shared/theme/theme-context.js';
import { shellRoutes } from '../features.js';
import { MenusContext } from '../menus/menus-context.js';
import { titled } from '../titled-pages.js';
import { usePageName } from './use-page-name.js';
import { useShellActions } from './use-shell-actions.js';

const menu = (id: string, menuUrl: string, children: MenuNode[] = []): MenuNode => ({
  id,
  menuName: id,
  menuNameEn: '',
  menuUrl,
  menuIcon: null,
  menuType: 1,
  parentId: '',
  children,
});
const tree = [
  menu('settings', '/menuManagement', [menu('menus', '/menuManagement')]),
  menu('files', '/myDoc', [menu('mine', '/myDoc')]),
];

/** What the shell says of where one is. */
function Page(): ReactNode {
  const here = useShellActions().filter(({ isHere }) => isHere);
  return <p>{[usePageName(), ...here.map(({ label }) => label)].join(' · ')}</p>;
}

function open(url: string): void {
  const routes = shellRoutes.map(({ path, title, newTitle }) => ({
    path,
    handle: titled(title, newTitle),
    element: <Page />,
  }));
  const router = createMemoryRouter(routes, { initialEntries: [url] });
  render(
    <App>
      <ThemeChoiceProvider>
        <MenusContext value={{ tree, isAllowed: () => true }}>
          <RouterProvider router={router} />
        </MenusContext>
      </ThemeChoiceProvider>
    </App>,
  );
}

it.each([
  ['/myDoc', 'mine'],
  ['/editDesktopDot', 'Add desktop'],
  ['/editDesktopDot?id=1', 'Edit desktop node'],
  ['/editCalculateDot', 'Add compute node'],
  ['/userEdit', 'Add user'],
  ['/userEdit?id=1', 'User'],
  ['/menuManagement', 'menus · System settings'],
  ['/editMenu?parentId=1', 'Add menu · System settings'],
  ['/editMenu?id=1', 'Edit menu · System settings'],
])('at %s the shell says: %s', (url, text) => {
  open(url);
  expect(screen.getByText(text).textContent).toBe(text);
});
