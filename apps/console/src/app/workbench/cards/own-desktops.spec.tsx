import { endpoints, type OwnDesktop } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { OwnDesktops, useOwnDesktops } from './own-desktops.js';

const Desktops = (): ReactNode => <OwnDesktops query={useOwnDesktops()} />;
const desktopOf = (desktopName: string, more: Partial<OwnDesktop> = {}): OwnDesktop => ({
  id: desktopName,
  desktopName,
  desktopDescribe: `What ${desktopName} is for`,
  desktopUrl: 'a.example.org:300/main/home',
  openUrl: 'http://a.example.org:300/main/home',
  online: true,
  trouble: '',
  ...more,
});

it('only a desktop that opens is a button, and the others say why not', async () => {
  const api = new FakeApi();
  api.on(endpoints.desktops.mine, [
    desktopOf('open_one'),
    desktopOf('bare_one', { desktopUrl: '--', openUrl: null }),
    desktopOf('away_one', { online: false }),
  ]);
  const { container } = renderPage(<Desktops />);
  const lineOf = async (name: string): Promise<string> =>
    (await screen.findByText(name)).closest('li')?.textContent ?? '';
  expect(await lineOf('open_one')).toBe('open_oneOnline');
  expect(await lineOf('bare_one')).toBe(
    'bare_oneThis desktop has no address; ask an administratorOnline',
  );
  expect(await lineOf('away_one')).toBe(
    'away_oneThis desktop is offline and cannot be opened nowOffline',
  );
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['open_one']);
  expect(await findA11yFaults(container)).toEqual([]);
});

it('says what is wrong with the host of one that is away, and of one that opens', async () => {
  const api = new FakeApi();
  api.on(endpoints.desktops.mine, [
    desktopOf('gone_one', { online: false, trouble: 'Offline, last heard from at noon.' }),
    desktopOf('far_one', { trouble: 'Far from the platform.' }),
  ]);
  renderPage(<Desktops />);
  const button = await screen.findByRole('button', { name: 'far_one' });
  expect(button.closest('li')?.textContent).toBe('far_oneFar from the platform.Online');
  expect(screen.getByText('gone_one').closest('li')?.textContent).toBe(
    'gone_oneOffline, last heard from at noon.Offline',
  );
});

it('says why they cannot be told, and tries again when asked', async () => {
  const api = new FakeApi();
  api.on(endpoints.desktops.mine, () => {
    throw new Refusal(500, 'FAULT', 'It failed');
  });
  const { user } = renderPage(<Desktops />);
  await screen.findByText("Couldn't load your desktops.");
  api.on(endpoints.desktops.mine, [desktopOf('open_one')]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('open_one');
});
