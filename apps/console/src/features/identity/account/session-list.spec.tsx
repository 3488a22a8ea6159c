import type { SessionListRow } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '../../../shared/testing/render-page.js';
import { SessionList } from './session-list.js';

const rowOf = (id: string, target: SessionListRow['target']): SessionListRow => ({
  id,
  address: null,
  userAgent: null,
  createTime: '2026-11-26 08:00:00',
  lastUsedTime: '2026-11-26 08:00:00',
  target,
  isCurrent: false,
});

it('names what a code opened, and asks by that name before it ends it', async () => {
  const ended: string[] = [];
  const sessions = [
    rowOf('1', { kind: 'desktop', name: 'desk_1', nameEn: 'desk_1' }),
    rowOf('2', { kind: 'site', name: '公告板', nameEn: 'Board' }),
    rowOf('3', null),
  ];
  renderPage(<SessionList sessions={sessions} onEnd={({ id }) => ended.push(id)} />);
  await screen.findByText('Desktop desk_1');
  screen.getByText('Unknown device');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Site Board' }));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/Site Board is signed out/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(ended).toEqual(['2']));
});
