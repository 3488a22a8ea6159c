import { StyleProvider } from '@ant-design/cssinjs';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from '../api/query.js';
import { buttonDefaults } from '../theme/antd-buttons.js';
import { MessageHolder } from '../ui/messages/message-holder.js';
import { UnsavedWork } from '../ui/form/unsaved-work.js';

/** A page under test: its user, and the router that holds it. */
export interface RenderedPage {
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  container: HTMLElement;
}

/**
 * Where antd writes its styles: outside of the document, because jsdom matches every rule of a document against every
 * element whose visibility is asked for, which made up most of a test's time. What antd hides by a class is hidden by
 * the one rule of `component-setup`.
 */
const styleSheets = document.createElement('div');

/**
 * Draws a component as a page of the console, at `url`; every other path shows its own name. Motion is off, so that what
 * closes is gone at once.
 */
export function renderPage(page: ReactNode, url = '/page'): RenderedPage {
  const { pathname } = new URL(url, 'http://console.invalid');
  const router = createMemoryRouter(
    [
      { path: pathname, element: <UnsavedWork>{page}</UnsavedWork> },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [url] },
  );
  const { container } = render(
    <StyleProvider container={styleSheets}>
      <ConfigProvider theme={{ token: { motion: false } }} button={buttonDefaults}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <MessageHolder />
        </QueryClientProvider>
      </ConfigProvider>
    </StyleProvider>,
  );
  return { user: userEvent.setup(), router, container };
}
