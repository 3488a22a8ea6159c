import { endpoints, type SettingRow } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient, queryKeyOf } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { SettingsPage } from '../pages/settings-page.js';

const { list, save, testMail } = endpoints.settings;

const rowOf = (key: SettingRow['key'], more: Partial<SettingRow> = {}): SettingRow => ({
  ...{ key, group: 'files', kind: 'days', min: 1, max: 3650, choices: [], isOptional: false },
  ...{ default: 30, value: 30, isSet: false, isValid: true, fixedBy: null },
  ...{ needsRestart: false, isAwaitingRestart: false, changedBy: null, changedTime: null, ...more },
});
const secret = { kind: 'secret', default: null, value: null, isOptional: true } as const;
const rows = (...changed: SettingRow[]): SettingRow[] => {
  const all = [
    rowOf('publicUrl', {
      ...{ group: 'platform', kind: 'text', min: null, max: null, isOptional: true, default: null },
      ...{ value: 'https://desk.example', fixedBy: 'PUBLIC_URL' },
    }),
    rowOf('mailHost', {
      ...{ group: 'mail', kind: 'text', min: null, max: null, isOptional: true },
      ...{ default: null, value: null },
    }),
    rowOf('mailPassword', { group: 'mail', ...secret, isSet: true }),
    rowOf('defaultQuotaBytes', {
      ...{ kind: 'bytes', min: 1024 ** 2, max: null, isOptional: true, default: null, value: null },
    }),
    rowOf('trashDays', { value: 14, changedBy: 'lilei', changedTime: '2026-11-20 10:00:00' }),
    rowOf('refuseWindowsNames', {
      ...{ kind: 'boolean', min: null, max: null, default: false, value: false },
    }),
    rowOf('jobDays', { group: 'jobs', default: 365, value: 365, max: 36_500 }),
  ];
  return all.map((row) => changed.find(({ key }) => key === row.key) ?? row);
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  api.on(list, rows());
  api.on(save, null);
});

const show = (): RenderedPage =>
  renderPage(
    <LiveProvider>
      <SettingsPage />
    </LiveProvider>,
    '/systemeManagement?tab=values',
  );
const field = (name: string): Promise<HTMLInputElement> => screen.findByLabelText(name);
/** By its text: of a page with many fields, roles are slow to find. */
const press = (text: string): void => void fireEvent.click(screen.getByText(text));
/** Saves once the page knows what was changed. */
const saveChanges = async (count = 1): Promise<void> => {
  await screen.findByText(count === 1 ? '1 change' : `${count} changes`);
  press('Save');
};
const fill = async (name: string, value: string): Promise<void> =>
  void fireEvent.change(await field(name), { target: { value } });
const sent = (): unknown[] => api.callsOf(save).map(({ input }) => input['changes']);

describe('the settings', () => {
  it('say what they mean, from what to what they go, and who changed them', async () => {
    const { container } = show();
    const files = within(await screen.findByRole('region', { name: 'Files' }));
    files.getByText('Deleted entries can be restored for so long.');
    files.getByText('Range: 1 – 3650 days');
    files.getByText(/Changed by lilei/);
    files.getByText('At least 1.00 MB');
    expect((await field('Trash is kept for')).value).toBe('14');
    expect((await field('Public address')).disabled).toBe(true);
    screen.getByText('Fixed by PUBLIC_URL');
    expect(await findA11yFaults(container)).toEqual([]);
  });

  it('are sent where they were changed, in the units of the server', async () => {
    const page = show();
    await fill('Quota of new users', '1.5');
    await page.user.click(screen.getByRole('switch'));
    await page.user.click(
      screen.getByRole('button', { name: 'Use the default', description: 'Trash is kept for' }),
    );
    api.on(list, rows(rowOf('trashDays', { value: 30, changedBy: 'admin' })));
    await saveChanges(3);
    await waitFor(() =>
      expect(sent()).toEqual([
        { defaultQuotaBytes: 1.5 * 1024 ** 3, trashDays: 30, refuseWindowsNames: true },
      ]),
    );
    await screen.findByText('No changes');
  });

  it('are refused beside their fields, by the page and by the server', async () => {
    show();
    await fill('Trash is kept for', '4000');
    await saveChanges();
    await screen.findByText('At most 3650');
    expect(sent()).toEqual([]);
    press('Discard changes');
    await screen.findByText('No changes');
    expect((await field('Trash is kept for')).value).toBe('14');
    api.on(save, () => {
      throw new Refusal(400, 'SETTINGS_REFUSED', 'Nothing was saved', {
        mailHost: 'must be a host name or an IP address',
      });
    });
    await fill('Mail server', 'a b');
    await saveChanges();
    await screen.findByText('must be a host name or an IP address');
  });

  it('never show a secret: it is kept, replaced or cleared', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Clear', description: 'Password' }));
    screen.getByText('Is cleared when you save');
    press('Keep it');
    await screen.findByText('No changes');
    await user.click(screen.getByRole('button', { name: 'Replace', description: 'Password' }));
    await fill('Password', 'new');
    await saveChanges();
    await waitFor(() => expect(sent()).toEqual([{ mailPassword: 'new' }]));
    await screen.findByText('No changes');
    await user.click(await screen.findByRole('button', { name: 'Clear', description: 'Password' }));
    await saveChanges();
    await waitFor(() => expect(sent()[1]).toEqual({ mailPassword: null }));
  });

  it('show what others save meanwhile, and a value that breaks its rule', async () => {
    show();
    await field('Trash is kept for');
    api.on(
      list,
      rows(
        rowOf('jobDays', {
          ...{ group: 'jobs', default: 365, max: 36_500 },
          value: 0,
          isValid: false,
        }),
      ),
    );
    await queryClient.invalidateQueries({ queryKey: queryKeyOf(list) });
    await screen.findByText(/The database holds a value that is not allowed/);
    await waitFor(async () => expect((await field('Ended jobs are kept for')).value).toBe('0'));
  });

  it('are saved while another one breaks its rule, which can be set anew', async () => {
    const broken = rowOf('jobDays', { group: 'jobs', default: 365, value: 0, isValid: false });
    const noNumber = rowOf('defaultQuotaBytes', {
      ...{ kind: 'bytes', min: 1024 ** 2, max: null, isOptional: true, default: null },
      ...{ value: 'much', isValid: false },
    });
    api.on(list, rows(broken, noNumber));
    const { user } = show();
    await screen.findByText(/not allowed: 0\..* the default counts \(365 days\)/);
    screen.getByText(/not allowed: much\..* the default counts \(none\)/);
    await fill('Trash is kept for', '20');
    await saveChanges();
    await waitFor(() => expect(sent()).toEqual([{ trashDays: 20 }]));
    for (const description of ['Ended jobs are kept for', 'Quota of new users']) {
      await user.click(screen.getByRole('button', { name: 'Use the default', description }));
    }
    await saveChanges(2);
    await waitFor(() => expect(sent()[1]).toEqual({ jobDays: 365, defaultQuotaBytes: null }));
  });

  it('that are bound to each other are refused beside the one that was changed', async () => {
    const days = { group: 'jobs', max: 36_500 } as const;
    api.on(
      list,
      rows(rowOf('jobDays', { ...days, default: 365, value: 365 })).concat(
        rowOf('jobOutputDays', { ...days, default: 90, value: 90 }),
      ),
    );
    show();
    await fill('Ended jobs are kept for', '89');
    await saveChanges();
    await screen.findByText('Jobs cannot be kept for less time than their output');
    await fill('Output of jobs is kept for', '89');
    await waitFor(() => expect(screen.queryByText(/cannot be kept/)).toBeNull());
    await fill('Output of jobs is kept for', '91');
    await screen.findByText('Output cannot be kept for longer than its job');
    expect(screen.queryByText(/Jobs cannot be kept/)).toBeNull();
    await fill('Ended jobs are kept for', '91');
    await waitFor(() => expect(screen.queryByText(/cannot be kept/)).toBeNull());
    expect(sent()).toEqual([]);
    await saveChanges(2);
    await waitFor(() => expect(sent()).toEqual([{ jobDays: 91, jobOutputDays: 91 }]));
  });

  it('are tried by a message, which tells why it did not go out', async () => {
    api.on(testMail, () => {
      throw new Refusal(409, 'SETTINGS_MESSAGE_NOT_SENT', 'Not sent: It cannot be reached.');
    });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Send a test mail' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Email address'), {
      target: { value: 'me@lab.example' },
    });
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    await dialog.findByText('Not sent: It cannot be reached.');
    expect(api.callsOf(testMail)[0]?.input).toEqual({ email: 'me@lab.example' });
  });

  it('stand beside the download permission, each tab at its address', async () => {
    const { user, router } = show();
    await field('Mail server');
    await user.click(screen.getByRole('tab', { name: 'Download permission' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await user.click(screen.getByRole('tab', { name: 'Settings' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=values'));
  });
});
