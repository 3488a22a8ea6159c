import { endpoints, type BackupRow } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { giveMenus } from '../../../shared/testing/own-menus.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { BackupCard } from './backup-card.js';

const { backups, backupStores } = endpoints;

const row: BackupRow = {
  ...{ id: 'a', kind: 'manual', state: 'running', withFiles: false, phase: 'database' },
  ...{ doneBytes: 1, totalBytes: 4, sizeBytes: null, version: null, userName: 'admin' },
  ...{ createTime: '2026-11-28 10:00:00', endTime: null, isHere: false, isStored: false },
  ...{ leftOut: null, message: '' },
};

let api: FakeApi;
let clicked: string[];
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(backups.proofState, { state: 'never', backInMinutes: null, askedId: null, last: null });
  answerList([]);
  clicked = [];
  HTMLAnchorElement.prototype.click = function click() {
    clicked.push(this.getAttribute('href') ?? '');
  };
});

const answerList = (content: BackupRow[]): void =>
  api.on(backups.list, { content, totalElements: content.length, restoring: null });
const open = (): RenderedPage =>
  renderPage(
    <LiveProvider>
      <BackupCard />
    </LiveProvider>,
    '/contactPage',
  );

describe('Backup and Recovery on the contact page', () => {
  it('is not there for whom does not manage the platform', () => {
    giveMenus('/contactPage');
    open();
    expect(screen.queryByRole('button', { name: /Export Data/ })).toBeNull();
    expect(api.callsOf(backups.list)).toEqual([]);
  });

  it('takes a backup, shows how far it is, and downloads it by a ticket when it is done', async () => {
    giveMenus('/systemeManagement');
    api.on(backups.add, () => {
      answerList([row]);
      return row;
    });
    api.on(backupStores.exportTicket, 'the ticket');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /Export Data/ }));
    await screen.findByText('25%');
    expect(api.callsOf(backups.add)[0]?.input).toEqual({ withFiles: false });
    expect(clicked).toEqual([]);
    answerList([{ ...row, state: 'done', phase: null, isHere: true }]);
    await queryClient.invalidateQueries();
    await waitFor(() => expect(clicked).toEqual(['/api/backup/fetch?ticket=the%20ticket']));
    expect(api.callsOf(backupStores.exportTicket)[0]?.input).toEqual({ id: 'a' });
  });

  it('waits for the backup that somebody else began', async () => {
    giveMenus('/systemeManagement');
    answerList([row]);
    api.on(backups.add, () => {
      throw new Refusal(409, 'BACKUP_UNDER_WAY', 'One is being taken.');
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /Export Data/ }));
    await screen.findByText('25%');
  });

  it('asks before a file is sent, and sends none that is not confirmed', async () => {
    giveMenus('/systemeManagement');
    const { user, container } = open();
    await screen.findByRole('button', { name: /Import Data/ });
    const input = container.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(input, new File(['x'], 'backup.tar'));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/everybody is signed out/);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/^Sending/)).toBeNull();
  });
});
