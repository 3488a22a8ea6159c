import { endpoints } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { specUser } from '../spec-user.js';
import { UserPasswordPage } from './user-password-page.js';

it('sends no password that was typed in two ways', async () => {
  const api = new FakeApi();
  api.on(endpoints.users.get, specUser);
  const { user } = renderPage(
    <LiveProvider>
      <UserPasswordPage />
    </LiveProvider>,
    '/page?id=7',
  );
  await user.type(await screen.findByLabelText('New password'), 'another-1');
  await user.type(screen.getByLabelText('Confirm new password'), 'another-2');
  await screen.findByText('The passwords do not match');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(api.callsOf(endpoints.users.changePassword)).toEqual([]);
});
