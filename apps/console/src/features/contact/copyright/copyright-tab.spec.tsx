import { endpoints, type LicenceInfo, type PublicConfigs } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { callerOf } from '../../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { CopyrightTab } from './copyright-tab.js';

const unlicensed: LicenceInfo = {
  currentVersion: '0.1.0',
  effective: false,
  findingUpdate: false,
  latestVersion: '0.1.0',
  otaOnline: false,
  state: 'none',
  reason: 'Everything works as usual.',
  licensee: null,
  expires: null,
  daysLeft: null,
  canActivate: true,
  mayManage: true,
  machine: 'abcdef012345',
  users: { used: 12, most: null },
  nodes: { used: 3, most: null },
};
const licensed: LicenceInfo = {
  ...unlicensed,
  effective: true,
  state: 'active',
  reason: '',
  licensee: 'The lab',
  expires: '2026-12-10 23:59:59',
  daysLeft: 13,
  users: { used: 12, most: 10 },
};
const texts = {
  copyright: 'Lab',
  policeRegistrationIcon: '',
  policeRegistrationNumber: '',
  domainNameRegistrationNumber: '',
};
const configs: PublicConfigs = {
  copyrightInfo: { cn: texts, en: texts },
  logoBase64Images: 'data:image/png;base64,AAAA',
  publicKey: 'key',
  version: '0.1.0',
  languageDefault: 'cn',
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  URL.createObjectURL = () => 'blob:chosen';
  URL.revokeObjectURL = () => undefined;
  api = new FakeApi();
  api.on(endpoints.account.detail, callerOf(true));
  api.on(endpoints.licence.info, unlicensed);
  api.on(endpoints.operations.publicConfigs, configs);
});

const open = (): RenderedPage =>
  renderPage(<CopyrightTab upgrade={<p>the upgrade</p>} backup={<p>the backup</p>} />);

const file = (name: string, type: string): File => new File(['content'], name, { type });

const pick = async ({ user, container }: RenderedPage, chosen: File): Promise<void> => {
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(input ?? document.body, chosen);
};

describe('the licence', () => {
  it('says what holds, and renews after a licence was uploaded', async () => {
    let info = unlicensed;
    api.on(endpoints.licence.info, () => info);
    api.on(endpoints.licence.upload, () => (info = licensed));
    const page = open();
    await screen.findByText('Not activated');
    screen.getByText('Everything works as usual.');
    expect(screen.getByRole('button', { name: /Activate/ })).toBeTruthy();
    await pick(page, file('licence.json', 'application/json'));
    await screen.findByText('Activated');
    await screen.findByRole('button', { name: /Renew/ });
    screen.getByText('13 days left');
    screen.getByText('More than licensed');
  });

  it('stays as it was when a file is refused, which says why', async () => {
    api.on(endpoints.licence.info, licensed);
    api.on(endpoints.licence.upload, () => {
      throw new Refusal(400, 'OPERATIONS_LICENCE_ALTERED', 'The licence was altered.');
    });
    const page = open();
    await screen.findByText('Activated');
    await pick(page, file('licence.json', 'application/json'));
    await screen.findByText('The licence was altered.');
    screen.getByText('Activated');
  });

  it('cannot be activated without a key, and the page says so', async () => {
    api.on(endpoints.licence.info, { ...unlicensed, canActivate: false });
    open();
    const button = await screen.findByRole('button', { name: /Activate/ });
    expect(button.hasAttribute('disabled')).toBe(true);
    screen.getByText(/LICENCE_PUBLIC_KEY/);
  });

  it('shows version and status to everybody, and the rest to who manages the system', async () => {
    api.on(endpoints.account.detail, callerOf(false));
    api.on(endpoints.licence.info, {
      ...licensed,
      mayManage: false,
      machine: null,
      users: null,
      nodes: null,
    });
    open();
    await screen.findByText('0.1.0');
    screen.getByText('Activated');
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByText('the upgrade')).toBeNull();
    expect(screen.queryByText('the backup')).toBeNull();
  });
});

describe('copyright and logo', () => {
  it('are for the login name develop only', async () => {
    open();
    await screen.findByText('the backup');
    expect(screen.queryByText('Copyright and logo')).toBeNull();
  });

  it('are sent as far as they were changed', async () => {
    api.on(endpoints.account.detail, { ...callerOf(true), userName: 'develop' });
    api.on(endpoints.branding.save, null);
    api.on(endpoints.branding.uploadLogo, null);
    const page = open();
    const field = await screen.findByLabelText('ICP number (Chinese)');
    await page.user.type(field, '京ICP备1号');
    await page.user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(api.callsOf(endpoints.branding.save)).toHaveLength(1));
    expect(api.callsOf(endpoints.branding.save)[0]?.input).toEqual({
      copyrightInfo: { cn: { domainNameRegistrationNumber: '京ICP备1号' }, en: {} },
    });
    expect(api.callsOf(endpoints.branding.uploadLogo)).toEqual([]);
  });

  it('show a chosen picture before it is sent, take no other file, and go back to the built-in one', async () => {
    api.on(endpoints.account.detail, { ...callerOf(true), userName: 'develop' });
    api.on(endpoints.branding.uploadLogo, null);
    api.on(endpoints.branding.removeLogo, null);
    const { user, container } = open();
    const logo = await screen.findByRole('img', { name: 'Logo' });
    expect(logo.getAttribute('src')).toBe(configs.logoBase64Images);
    const input = container.querySelectorAll<HTMLInputElement>('input[type=file]').item(2);
    await user.upload(input, new File(['GIF'], 'logo.png', { type: 'image/gif' }));
    await user.upload(input, file('logo.png', 'image/png'));
    await waitFor(() => expect(logo.getAttribute('src')).toBe('blob:chosen'));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(api.callsOf(endpoints.branding.uploadLogo)).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Use the built-in logo' }));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(api.callsOf(endpoints.branding.removeLogo)).toHaveLength(1));
    expect(api.callsOf(endpoints.branding.save)).toEqual([]);
  });

  it('take an icon of the police record, and remove it', async () => {
    const icon = 'data:image/png;base64,ICON';
    const withIcon = { ...texts, policeRegistrationIcon: icon };
    api.on(endpoints.account.detail, { ...callerOf(true), userName: 'develop' });
    api.on(endpoints.operations.publicConfigs, {
      ...configs,
      copyrightInfo: { cn: withIcon, en: withIcon },
    });
    api.on(endpoints.branding.uploadPoliceIcon, null);
    api.on(endpoints.branding.removePoliceIcon, null);
    const { user, container } = open();
    const image = await screen.findByRole('img', { name: 'Police registration icon' });
    expect(image.getAttribute('src')).toBe(icon);
    const input = container.querySelectorAll<HTMLInputElement>('input[type=file]').item(1);
    await user.upload(input, file('icon.png', 'image/png'));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(api.callsOf(endpoints.branding.uploadPoliceIcon)).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Remove the icon' }));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(api.callsOf(endpoints.branding.removePoliceIcon)).toHaveLength(1));
    expect(api.callsOf(endpoints.branding.uploadLogo)).toEqual([]);
    expect(api.callsOf(endpoints.branding.save)).toEqual([]);
  });
});
