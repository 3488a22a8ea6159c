import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage } from '../../../shared/testing/render-page.js';
import { ProxyNotice } from './proxy-notice.js';

const factsAt = (undeclaredProxyAt: number | null): WorkbenchFigures => ({
  jobs: null,
  hosts: null,
  disk: null,
  projects: null,
  approvals: null,
  newShares: null,
  unreadNotifications: 0,
  setup: null,
  undeclaredProxyAt,
});
const title = 'There may be an undeclared proxy in front of the platform';

beforeEach(() => localStorage.clear());

it('says what to set, until somebody has read it, and again when it is seen anew', async () => {
  renderPage(<ProxyNotice facts={factsAt(1)} />);
  await screen.findByText(title);
  screen.getByText(/TRUST_PROXY and PROXY_SECRET/);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  cleanup();
  renderPage(<ProxyNotice facts={factsAt(1)} />);
  expect(screen.queryByText(title)).toBeNull();
  cleanup();
  renderPage(<ProxyNotice facts={factsAt(2)} />);
  await screen.findByText(title);
});

it('says nothing where none was seen', () => {
  renderPage(<ProxyNotice facts={factsAt(null)} />);
  expect(screen.queryByText(title)).toBeNull();
});
