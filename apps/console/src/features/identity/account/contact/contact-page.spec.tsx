import { endpoints, type CallerDetail } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { callerOf } from '../../../../shared/testing/caller.js';
import { FakeApi, Refusal } from '../../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../../shared/testing/render-page.js';
import { UserCenterPage } from '../pages/user-center-page.js';
import { EditEmailPage, EditPhonePage } from './contact-page.js';

const caller: CallerDetail = {
  ...callerOf(false),
  // Mails are sent here, and text messages are not.
  canReceiveCodes: { mobile: false, email: true },
};

function show(
  page: React.ReactNode,
  detail: CallerDetail | (() => never) = caller,
): RenderedPage & { api: FakeApi } {
  const api = new FakeApi();
  api.on(endpoints.account.detail, detail);
  api.on(endpoints.sessions.list, []);
  return { ...renderPage(<LiveProvider>{page}</LiveProvider>), api };
}

it('has no form for what nothing sends codes to, and leads back', async () => {
  const { user, router } = show(<EditPhonePage />);
  await screen.findByRole('heading', { name: 'You cannot change your mobile number yourself' });
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Back to profile' }));
  expect(router.state.location.pathname).toBe('/userCenter');
});

it('begins with the new address where there is none, and sends no code to what is no address', async () => {
  const { user, api } = show(<EditEmailPage />);
  await screen.findByRole('heading', { name: 'Enter your new email' });
  await user.type(screen.getByLabelText('New email'), 'nonsense');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByText(/valid e-mail address/);
  await user.type(screen.getByLabelText('Verification code'), '12');
  await screen.findByText('The code has 6 digits');
  expect(api.callsOf(endpoints.account.sendEmailCode)).toEqual([]);
});

it('is offered by the profile where codes can be sent only', async () => {
  show(<UserCenterPage />);
  await screen.findByRole('link', { name: 'Change email' });
  screen.getByText('Ask your administrator to change it');
  expect(screen.queryByRole('link', { name: 'Change mobile number' })).toBeNull();
});

it.each([
  ['the profile', <UserCenterPage key="center" />],
  ['a contact', <EditEmailPage key="email" />],
])('says why %s cannot be shown, in place of loading for ever', async (_, page) => {
  const { user, api } = show(page, () => {
    throw new Refusal(500, 'FAULT', 'It failed');
  });
  await screen.findByText('It failed');
  api.on(endpoints.account.detail, caller);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('It failed')).toBeNull());
});
