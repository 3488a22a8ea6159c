import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage } from '../../../shared/testing/render-page.js';
import { ThemeChoiceProvider } from '../../../shared/theme/theme-context.js';
import { LoginPage } from './login-page.js';

let api: FakeApi;
beforeEach(async () => {
  localStorage.removeItem('token');
  const { publicKey } = await crypto.subtle.generateKey(
    {
      name: 'RSA-OAEP',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['encrypt', 'decrypt'],
  );
  const bytes = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  const pem = `-----BEGIN PUBLIC KEY-----\n${btoa(String.fromCharCode(...bytes))}\n-----END PUBLIC KEY-----`;
  api = new FakeApi();
  const info = {
    copyright: '',
    policeRegistrationIcon: '',
    policeRegistrationNumber: '',
    domainNameRegistrationNumber: '',
  };
  api.on(endpoints.operations.publicConfigs, {
    publicKey: pem,
    logoBase64Images: '',
    version: '1',
    languageDefault: 'en',
    copyrightInfo: { cn: info, en: info },
  });
});

it('after a wrong password puts the focus into the password, its text selected', async () => {
  api.on(endpoints.sessions.login, () => {
    throw new Refusal(400, 'SESSION_WRONG_PASSWORD', 'Wrong user name or password');
  });
  const { user } = renderPage(
    <ThemeChoiceProvider>
      <LoginPage />
    </ThemeChoiceProvider>,
    '/login',
  );
  await user.type(screen.getByLabelText('Username'), 'li');
  await user.type(screen.getByLabelText('Password'), 'wrong-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('Wrong user name or password');
  const password: HTMLInputElement = screen.getByLabelText('Password');
  expect(document.activeElement).toBe(password);
  expect([password.selectionStart, password.selectionEnd]).toEqual([0, 7]);
});
