import { endpoints, type BackupRow } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { consumeSignOutReason } from '../../../shared/api/session.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { BackupsPage } from './backups-page.js';

const { backups, backupStores } = endpoints;

const done: BackupRow = {
  ...{ id: 'a', kind: 'scheduled', state: 'done', withFiles: true, phase: null, doneBytes: 0 },
  ...{ totalBytes: 0, sizeBytes: 2_000_000, version: '0.1.0', createTime: '2026-11-28 02:30:00' },
  ...{ endTime: '2026-11-28 02:31:00', userName: null, isHere: true, isStored: true, message: '' },
  leftOut: 0,
};
const running: BackupRow = {
  ...{ ...done, id: 'b', kind: 'manual', state: 'running', phase: 'database', isHere: false },
  ...{ isStored: false, doneBytes: 250, totalBytes: 1_000, sizeBytes: null, endTime: null },
  ...{ createTime: '2026-11-28 10:00:00', userName: 'admin' },
};
const plan = {
  ...{ isOn: true, time: '02:30', weekdays: [1, 3], withFiles: true, keepAtLeast: 7, keepDays: 30 },
  ...{ nextTime: '2026-11-30 02:30:00', timeZone: 'Asia/Shanghai' },
};
const store = {
  ...{ endpoint: 'https://s3.example.org', region: '', bucket: 'copies', prefix: '' },
  ...{ accessKeyId: 'AK', copiesManual: false },
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  sessionStorage.clear();
  api = new FakeApi();
  answerList([running, done]);
  api.on(backups.proofState, { state: 'never', backInMinutes: null, askedId: null, last: null });
  api.on(backupStores.plan, plan);
  api.on(backupStores.store, store);
});

const answerList = (content: BackupRow[], restoring: object | null = null): void =>
  api.on(backups.list, {
    content,
    totalElements: content.length,
    restoring,
  } as never);
const open = (): RenderedPage =>
  renderPage(
    <LiveProvider>
      <BackupsPage />
    </LiveProvider>,
    '/backups',
  );
const rowOf = async (time: string) =>
  within((await screen.findByText(time)).closest('tr, li') as HTMLElement);

describe('the page of backups', () => {
  it('says that none was proven, and with what figure when one was', async () => {
    open();
    await screen.findByText('Never proven');
    api.on(backups.proofState, {
      ...{ state: 'stale', backInMinutes: 1, askedId: null },
      last: { backupId: 'a', time: '2026-10-01 00:00:00', passed: true, message: '' },
    });
    await queryClient.invalidateQueries();
    await screen.findByText('Proof out of date');
    screen.getByText('Back in 1 minute');
  });

  it('shows how far a backup is, which can be cancelled alone', async () => {
    const { user } = open();
    const row = await rowOf('2026-11-28 10:00:00');
    row.getByText('25%');
    expect(row.queryByRole('button', { name: /^Download/ })).toBeNull();
    api.on(backups.cancel, null);
    await user.click(row.getByRole('button', { name: /^Cancel/ }));
    await waitFor(() => expect(api.callsOf(backups.cancel)[0]?.input).toEqual({ id: 'b' }));
  });

  it('says how many entries a backup does not hold, and which', async () => {
    const of = (day: number, leftOut: number | null): BackupRow => ({
      ...{ ...done, id: String(day), leftOut, createTime: `2026-11-0${day} 02:30:00` },
    });
    answerList([of(1, 1), of(2, 1_234), of(3, 0), of(4, null)]);
    const { user } = open();
    const one = await rowOf('2026-11-01 02:30:00');
    one.getByText(/^1 entry left out/);
    const many = await rowOf('2026-11-02 02:30:00');
    await user.hover(many.getByText(/^1,?234 entries left out/));
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/sockets, pipes and devices/);
    for (const time of ['2026-11-03 02:30:00', '2026-11-04 02:30:00']) {
      expect((await rowOf(time)).queryByText(/left out/)).toBeNull();
    }
  });

  it('restores only when the word was typed', async () => {
    api.on(backups.restore, {} as never);
    const { user } = open();
    const row = await rowOf('2026-11-28 02:30:00');
    await user.click(row.getByRole('button', { name: /^More/ }));
    await user.click(await screen.findByText('Restore…'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Restore…' }));
    await dialog.findByText('The names do not match');
    expect(api.callsOf(backups.restore)).toEqual([]);
    await user.type(dialog.getByRole('textbox'), 'restore');
    await user.click(dialog.getByRole('button', { name: 'Restore…' }));
    await waitFor(() => expect(api.callsOf(backups.restore)[0]?.input).toEqual({ id: 'a' }));
  });

  it('brings back what lies in the store alone', async () => {
    answerList([{ ...done, isHere: false }]);
    api.on(backupStores.bringBack, { ...done, isHere: false });
    const { user } = open();
    const row = await rowOf('2026-11-28 02:30:00');
    expect(row.queryByRole('button', { name: /^Download/ })).toBeNull();
    await user.click(row.getByRole('button', { name: /^Bring back/ }));
    await screen.findByText(/being brought back/);
  });

  it('says before everybody is signed out why, and takes it back when the restore fails', async () => {
    const restoring = {
      ...{ id: 'r', backupId: 'a', state: 'running', phase: 'files', doneBytes: 1, totalBytes: 4 },
      ...{ createTime: '2026-11-28 11:00:00', endTime: null, userName: 'admin', message: '' },
    };
    answerList([done], restoring);
    open();
    await screen.findByText('A backup is being restored');
    await waitFor(() =>
      expect(sessionStorage.getItem('signedOutReason')).toContain('was restored'),
    );
    answerList([done], { ...restoring, state: 'failed', message: 'A part is damaged.' });
    await queryClient.invalidateQueries();
    await screen.findByText('A part is damaged.');
    expect(consumeSignOutReason()).toBeNull();
  });

  it('sends of the schedule what was changed', async () => {
    api.on(backupStores.savePlan, plan);
    const { user } = open();
    const card = within(await screen.findByRole('region', { name: 'Schedule' }));
    await card.findByText(/^Mon, Wed, 02:30 \(Asia\/Shanghai\)$/);
    await user.click(card.getByRole('button', { name: 'Change schedule' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox', { name: 'Sun' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.callsOf(backupStores.savePlan)[0]?.input).toEqual({ weekdays: [1, 3, 0] }),
    );
  });

  it('tests a store before it is saved, and keeps the secret that is set', async () => {
    api.on(backupStores.testStore, null);
    api.on(backupStores.saveStore, store);
    const { user } = open();
    const card = within(await screen.findByRole('region', { name: 'Object store' }));
    await user.click(await card.findByRole('button', { name: 'Change store' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: /Bucket/ }), '2');
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    await screen.findByText(/The store works/);
    expect(api.callsOf(backupStores.testStore)[0]?.input).toEqual({ ...store, bucket: 'copies2' });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.callsOf(backupStores.saveStore)[0]?.input).toEqual({ bucket: 'copies2' }),
    );
  });

  it('prints what it takes to be back', async () => {
    answerList([]);
    api.on(backupStores.recoveryKit, {
      ...{ version: '0.1.0', publicUrl: null, backupDir: '/backups', store: null, newest: null },
      variables: ['DATA_DIR', 'METRICS_TOKEN'],
      installationId: '7d1f2c1e-1111-4222-8333-444455556666',
    });
    const print = jest.spyOn(window, 'print').mockReturnValue();
    const { user } = open();
    await screen.findByText('No backups yet');
    await user.click(screen.getByRole('button', { name: /Recovery kit/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('METRICS_TOKEN');
    dialog.getByText('7d1f2c1e-1111-4222-8333-444455556666');
    await user.click(dialog.getByRole('button', { name: /Print/ }));
    expect(print).toHaveBeenCalledTimes(1);
  });
});
