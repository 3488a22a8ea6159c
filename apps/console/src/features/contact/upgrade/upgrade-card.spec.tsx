import { endpoints, type UpgradeRun, type UpgradeState } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../../shared/api/query.js';
import { LiveProvider } from '../../../shared/live/connection/live-provider.js';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { UpgradeCard } from './upgrade-card.js';

const { state: stateCall, check, updateNow } = endpoints.upgrades;

const quiet: UpgradeState = {
  currentVersion: '0.1.0',
  latestVersion: '0.1.0',
  findingUpdate: false,
  otaOnline: true,
  notes: null,
  canUpgradeHere: true,
  command: '',
  hint: '',
  run: null,
};
const found: UpgradeState = {
  ...quiet,
  latestVersion: '0.2.0',
  findingUpdate: true,
  notes: { cn: '更快', en: 'Faster lists' },
};
const run: UpgradeRun = {
  ...{ phase: 'downloading', from: '0.1.0', to: '0.2.0', doneBytes: 25, totalBytes: 100 },
  ...{ message: '', time: 1 },
};

let api: FakeApi;
beforeEach(() => {
  queryClient.clear();
  api = new FakeApi();
  mayManage(true);
});

function mayManage(isManager: boolean): void {
  api.on(endpoints.menus.userMenuTree, [
    {
      ...{ id: '1', menuName: 'm', menuNameEn: 'm', menuIcon: null, menuType: 1, parentId: '0' },
      ...{ menuUrl: isManager ? '/systemeManagement' : '/myDoc', children: [] },
    },
  ]);
}

const show = (state: UpgradeState): RenderedPage => {
  api.on(stateCall, state);
  return renderPage(
    <LiveProvider>
      <UpgradeCard />
    </LiveProvider>,
  );
};

describe('the card of upgrades', () => {
  it('offers an upgrade only when there is one, and begins it after a question', async () => {
    const { user, container } = show(found);
    await screen.findByText('Faster lists');
    expect(await findA11yFaults(container)).toEqual([]);
    api.on(updateNow, { ...found, run });
    await user.click(screen.getByRole('button', { name: 'Upgrade now' }));
    await screen.findAllByText('Upgrade to 0.2.0?');
    expect(api.callsOf(updateNow)).toEqual([]);
    api.on(stateCall, { ...found, run });
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    screen.getByText('Receiving the bundle');
    expect(screen.getByRole('button', { name: 'Upgrade now' })).toHaveProperty('disabled', true);
  });

  it('without news has no button for it; a check asks the address now', async () => {
    const { user } = show(quiet);
    await screen.findByText('Up to date');
    expect(screen.queryByRole('button', { name: 'Upgrade now' })).toBeNull();
    api.on(stateCall, found);
    api.on(check, found);
    await user.click(screen.getByRole('button', { name: /Check for updates/ }));
    await screen.findByRole('button', { name: 'Upgrade now' });
  });

  it('sends a bundle after a question', async () => {
    const { user } = show(quiet);
    await screen.findByText('Up to date');
    const file = new File(['x'], 'clusterdesk-0.2.0.bundle');
    fireEvent.change(screen.getByTestId('upgrade-bundle'), { target: { files: [file] } });
    await screen.findAllByText('Upgrade with “clusterdesk-0.2.0.bundle”?');
    api.on(endpoints.upgrades.updateOfManual, () => {
      throw new Refusal(400, 'UPGRADE_SIGNATURE_WRONG', 'The bundle is not signed by the key.');
    });
    await user.click(await screen.findByRole('button', { name: 'Confirm' }));
    await screen.findByText('The bundle is not signed by the key.');
  });

  it.each([
    [{ ...run, phase: 'done' as const }, 'Upgraded to 0.2.0'],
    [
      { ...run, phase: 'returned' as const, message: 'It did not start.' },
      'Returned to version 0.1.0',
    ],
    [{ ...run, phase: 'refused' as const, message: 'Too old.' }, 'The upgrade did not begin'],
  ])('tells how the last one ended: %j', async (last, title) => {
    show({ ...quiet, run: last });
    await screen.findByText(title);
    expect(screen.queryByRole('progressbar')).toBeNull();
    if (last.message) {
      screen.getByText(last.message);
    }
  });

  it('goes on over the restart, while no call is answered', async () => {
    show({ ...quiet, run: { ...run, phase: 'switching' } });
    await screen.findByText(/^Switching versions/);
    let isBack = false;
    api.on(stateCall, () => {
      if (!isBack) {
        throw new Refusal(503, 'DATABASE_AWAY', 'away');
      }
      return { ...quiet, currentVersion: '0.2.0', run: { ...run, phase: 'done' as const } };
    });
    await waitFor(() => expect(api.callsOf(stateCall).length).toBeGreaterThan(1), {
      timeout: 8_000,
    });
    screen.getByText(/^Switching versions/);
    isBack = true;
    await screen.findByText('Upgraded to 0.2.0', {}, { timeout: 20_000 });
  });

  it('in containers says what is run instead', async () => {
    show({ ...found, canUpgradeHere: false, command: 'docker compose pull' });
    await screen.findByText('docker compose pull');
    expect(screen.queryByRole('button', { name: 'Upgrade now' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Upload/ })).toBeNull();
  });

  it('is not there for who does not manage the system, and asks nothing', async () => {
    mayManage(false);
    const { container } = show(found);
    await waitFor(() => expect(api.callsOf(endpoints.menus.userMenuTree)).toHaveLength(1));
    expect(container.querySelector('section')).toBeNull();
    expect(api.callsOf(stateCall)).toEqual([]);
  });
});
