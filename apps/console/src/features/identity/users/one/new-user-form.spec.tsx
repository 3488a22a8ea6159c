import { endpoints } from '@clusterdesk/contracts';
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { LiveProvider } from '../../../../shared/live/connection/live-provider.js';
import { FakeApi } from '../../../../shared/testing/fake-api.js';
import { renderPage } from '../../../../shared/testing/render-page.js';
import { NewUserForm } from './new-user-form.js';

it('says what is missing and what is wrong, and sends nothing', async () => {
  const api = new FakeApi();
  api.on(endpoints.roles.list, []);
  const { user } = renderPage(
    <LiveProvider>
      <NewUserForm />
    </LiveProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Add' }));
  for (const missing of [
    'Please enter a username',
    'Please enter a password',
    'Please select a role',
  ]) {
    await screen.findByText(missing);
  }
  for (const [label, text, fault] of [
    ['Username', '.hidden', /must start with a letter or digit/],
    ['Password', '12345', /password has 6 to 18 characters/],
    ['Mobile', '12345678901', /mobile number of 11 digits/],
    ['Email', 'not-an-address', /valid e-mail address/],
  ] as const) {
    await user.type(screen.getByLabelText(label), text);
    await screen.findByText(fault);
  }
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(api.callsOf(endpoints.users.add)).toEqual([]);
});

it('begins with the ordinary role, and lists that of administrators last, marked', async () => {
  const api = new FakeApi();
  const facts = { description: '', userInfos: [], userCount: 0, menuList: [] };
  api.on(endpoints.roles.list, [
    { ...facts, id: '1', roleName: 'a', isSystemAdministrator: true, builtIn: 'administrators' },
    { ...facts, id: '2', roleName: 'u', isSystemAdministrator: false, builtIn: 'users' },
  ]);
  const { user } = renderPage(
    <LiveProvider>
      <NewUserForm />
    </LiveProvider>,
  );
  await screen.findByText('Users', { selector: '[title]' });
  await user.click(screen.getByRole('combobox', { name: 'Role' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.getAttribute('aria-label'))).toEqual([
    'Users',
    'System administrators · All permissions',
  ]);
});
