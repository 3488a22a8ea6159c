import {
  defaultNoticeChoice,
  endpoints,
  noticeGroups,
  type EndpointResult,
} from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { findA11yFaults } from '../../../shared/testing/axe.js';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { NoticeChoicesPage } from './notice-choices-page.js';

const { get: getPreference, set: setPreference } = endpoints.noticePreferences;
type Stored = EndpointResult<typeof getPreference>;

let stored: Stored;
let api: FakeApi;

beforeEach(() => {
  const choices = Object.fromEntries(
    noticeGroups.map((group) => [group, defaultNoticeChoice]),
  ) as Stored['choices'];
  stored = {
    choices,
    mailMode: 'soon',
    digestHour: 8,
    quietHours: null,
    timeZone: null,
    mail: 'ready',
  };
  api = new FakeApi();
  api.on(getPreference, () => stored);
  api.on(setPreference, (input) => {
    stored = { ...stored, ...input };
    return null;
  });
  api.on(endpoints.menus.userMenuTree, []);
});

const box = (name: string): Promise<HTMLInputElement> =>
  screen.findByRole<HTMLInputElement>('checkbox', { name });

it('keeps a choice, and takes what the bell has not from the browser, too', async () => {
  const { user, container } = renderPage(<NoticeChoicesPage />);
  await user.click(await box('Jobs – Mail'));
  await waitFor(() =>
    expect(stored.choices.jobs).toEqual({ bell: true, mail: true, browser: true }),
  );
  await user.click(await box('Jobs – Bell'));
  await waitFor(() => expect(stored.choices.jobs).toMatchObject({ bell: false, mail: true }));
  expect((await box('Jobs – Browser')).disabled).toBe(true);
  expect((await box('Jobs – Browser')).checked).toBe(false);
  expect(stored.choices.shares).toEqual(defaultNoticeChoice);
  expect(await findA11yFaults(container)).toEqual([]);
});

it('sends what is chosen one after the other, so that the last holds', async () => {
  const { user } = renderPage(<NoticeChoicesPage />);
  await user.click(await box('Jobs – Mail'));
  await user.click(await box('Shares – Mail'));
  await user.click(await box('Projects – Mail'));
  await waitFor(() => expect(stored.choices.projects.mail).toBe(true));
  expect([stored.choices.jobs.mail, stored.choices.shares.mail]).toEqual([true, true]);
});

it('shows what holds again when a choice could not be kept', async () => {
  api.on(setPreference, () => {
    throw new Refusal(500, 'INTERNAL', 'No');
  });
  const { user } = renderPage(<NoticeChoicesPage />);
  await user.click(await box('Jobs – Mail'));
  await waitFor(async () => expect((await box('Jobs – Mail')).checked).toBe(false));
});

it('turns quiet hours on and off', async () => {
  const { user } = renderPage(<NoticeChoicesPage />);
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours' }));
  await waitFor(() => expect(stored.quietHours).toEqual({ from: 22, to: 7 }));
  await screen.findByRole('combobox', { name: 'Quiet hours begin' });
  await user.click(screen.getByRole('switch', { name: 'Quiet hours' }));
  await waitFor(() => expect(stored.quietHours).toBeNull());
});

it('says why there is no mail, and leads to the address', async () => {
  stored = { ...stored, mail: 'noAddress' };
  renderPage(<NoticeChoicesPage />);
  await screen.findByText('You have no email address, so no mail can reach you.');
  expect((await box('Jobs – Mail')).disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Add your email' }).getAttribute('href')).toContain(
    '/editEmail',
  );
});

it('leaves out what the user never hears of, and lets nobody turn security off in the bell', async () => {
  renderPage(<NoticeChoicesPage />);
  await box('Jobs – Bell');
  expect(screen.queryByRole('checkbox', { name: 'Hosts – Bell' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Security – Bell' })).toBeNull();
});
