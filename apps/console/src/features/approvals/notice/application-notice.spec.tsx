import { endpoints, type ApplicationRow } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { applicationOf, waitingFor } from '../spec-applications.js';
import { ApplicationNotice } from './application-notice.js';

const { list, agree, download } = endpoints.approvals;
let api: FakeApi;
let rows: ApplicationRow[];
let seen: number;
let begun: string[];

beforeEach(() => {
  api = new FakeApi();
  api.on(list, () => ({ data: rows, total: rows.length }));
  rows = [waitingFor('a1', ['/a.csv'])];
  seen = 0;
  begun = [];
});

const show = (): RenderedPage =>
  renderPage(
    <ApplicationNotice
      applicationId="a1"
      userId="1"
      canDownload
      onDownloadBegun={(id) => begun.push(id)}
      onSeen={() => (seen += 1)}
    />,
  );
const approve = { name: 'Approve the download of “a.csv”' };
const decided = (more: Partial<ApplicationRow>): ApplicationRow =>
  applicationOf('a1', ['/a.csv'], {
    votes: [
      {
        user: { id: '2', userName: 'user2', realName: 'Li Lei' },
        ...{ isYes: false, reason: '', time: '2026-11-22 06:00:00' },
      },
    ],
    ...more,
  });

it('is decided on where it is told of, and has then been read', async () => {
  api.on(agree, () => {
    rows = [decided({ status: 1, isAdmin: true })];
    return rows[0]!;
  });
  const { user, container } = show();
  await screen.findByRole('button', { name: 'Reject the download of “a.csv”' });
  expect(await findA11yFaults(container)).toEqual([]);
  await user.click(screen.getByRole('button', approve));
  await waitFor(() => expect(seen).toBe(1));
  expect(api.callsOf(agree).map(({ input }) => input)).toEqual([
    { id: 'a1', status: '1', reason: '' },
  ]);
  await screen.findByText('by Li Lei');
  expect(screen.queryByRole('button')).toBeNull();
  await waitFor(() => expect(container.contains(document.activeElement)).toBe(true));
});

it('that somebody else decides meanwhile says so as it happens', async () => {
  show();
  await screen.findByRole('button', approve);
  rows = [decided({ status: 2, ending: 'rejected', isAdmin: true })];
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeyOf(list) }));
  await screen.findByText('Rejected');
  screen.getByText('by Li Lei');
  expect(screen.queryByRole('button')).toBeNull();
});

it('that comes too late keeps the reason why it was refused', async () => {
  api.on(agree, () => {
    rows = [decided({ status: 2, ending: 'rejected', isAdmin: true })];
    throw new Refusal(409, 'APPROVAL_ALREADY_DECIDED', 'Li Lei has decided on this already');
  });
  const { user } = show();
  await user.click(await screen.findByRole('button', approve));
  await screen.findByText('Rejected');
  screen.getByText('Li Lei has decided on this already');
  expect(seen).toBe(0);
});

it('that is approved is downloaded by who applied', async () => {
  rows = [
    decided({
      status: 1,
      canDownload: true,
      applyUser: { id: '1', userName: 'user1', realName: null },
    }),
  ];
  api.on(download, 'token-1');
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Download “a.csv”' }));
  await waitFor(() => expect(begun).toEqual(['a1']));
  expect(seen).toBe(1);
});

it('offers nothing to who may not decide', async () => {
  rows = [applicationOf('a1', ['/a.csv'])];
  show();
  await screen.findByText('Pending');
  expect(screen.queryByRole('button')).toBeNull();
});
