import { endpoints } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { specUser } from '../spec-user.js';
import { UserActivationPage } from './user-activation-page.js';

it('wants a period, whose end does not come before its start', async () => {
  const api = new FakeApi();
  api.on(endpoints.users.get, specUser);
  const { user } = renderPage(
    <LiveProvider>
      <UserActivationPage />
    </LiveProvider>,
    '/page?id=7',
  );
  await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
  await screen.findByText('Please select a start date');
  const choose = (label: string, day: string): void => {
    const field = screen.getByLabelText(label);
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: day } });
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13 });
  };
  choose('Start date', '2026-02-01');
  choose('End date', '2026-01-01');
  await screen.findByText('The end date cannot be before the start date');
  await user.click(screen.getByRole('button', { name: 'Reactivate' }));
  expect(api.callsOf(endpoints.users.freeze)).toEqual([]);
});
