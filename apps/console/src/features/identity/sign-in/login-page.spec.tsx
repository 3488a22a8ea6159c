import { endpoints } from '@clusterdesk/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { FakeApi, Refusal } from '../../../shared/testing/fake-api.js';
import { renderPage, type RenderedPage } from '../../../shared/testing/render-page.js';
import { ThemeChoiceProvider } from '../../../shared/theme/theme-context.js';
import { LoginPage } from './login-page.js';

const preparePasswordChange = jest.fn(() => Promise.resolve());
let api: FakeApi;
beforeEach(async () => {
  localStorage.clear();
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

const open = (url: string): RenderedPage => {
  // What is taken out of the address is taken out of the browser's.
  window.history.replaceState(null, '', url);
  return renderPage(
    <ThemeChoiceProvider>
      <LoginPage preparePasswordChange={preparePasswordChange} />
    </ThemeChoiceProvider>,
    url,
  );
};

describe('a link with a code', () => {
  beforeEach(() => {
    api.on(endpoints.sessions.login, {
      user: { id: 'user-2', userName: 'mallory', realName: null },
      token: 'another-token',
      permission: { enableDowloadUserData: false },
      mustChangePassword: false,
    });
    api.on(endpoints.sessions.logout, null);
    api.on(endpoints.account.getLanguage, { selected: 'en' });
    api.on(endpoints.account.setLanguage, { selected: 'en' });
  });
  const signedIn = (): void => {
    localStorage.setItem('userInfo', JSON.stringify({ id: 'user-1', userName: 'ann' }));
    localStorage.setItem('userId', 'user-1');
    localStorage.setItem('token', 'own-token');
  };

  it('signs in at once where nobody is signed in', async () => {
    open('/login?code=from-a-link');
    await screen.findByText('another page');
    expect(localStorage.getItem('token')).toBe('another-token');
    expect(api.callsOf(endpoints.sessions.logout)).toHaveLength(0);
  });

  it('asks whoever is signed in, who may stay', async () => {
    signedIn();
    const { user } = open('/login?code=from-a-link');
    const stay = await screen.findByRole('button', { name: 'Stay signed in as “ann”' });
    expect(window.location.search).toBe('');
    expect(api.callsOf(endpoints.sessions.login)).toHaveLength(0);
    await user.click(stay);
    await screen.findByText('another page');
    expect(localStorage.getItem('token')).toBe('own-token');
    expect(api.callsOf(endpoints.sessions.login)).toHaveLength(0);
  });

  it('replaces the session when told to, and ends the one before', async () => {
    signedIn();
    const ended: (string | null)[] = [];
    const answered = globalThis.fetch;
    globalThis.fetch = (address, init) => {
      if (String(address).endsWith(endpoints.sessions.logout.path)) {
        ended.push(new Headers(init?.headers).get('authorization'));
      }
      return answered(address, init);
    };
    const { user } = open('/login?code=from-a-link');
    await user.click(await screen.findByRole('button', { name: 'Switch accounts' }));
    await screen.findByText('another page');
    expect(localStorage.getItem('token')).toBe('another-token');
    await waitFor(() => expect(ended).toEqual(['own-token']));
  });

  it('says that the code is over, and leaves the session as it is', async () => {
    signedIn();
    api.on(endpoints.sessions.login, () => {
      throw new Refusal(400, 'SESSIONS_WRONG_CODE', 'That code is over');
    });
    const { user } = open('/login?code=old');
    await user.click(await screen.findByRole('button', { name: 'Switch accounts' }));
    await screen.findByText('That code is over');
    expect(localStorage.getItem('token')).toBe('own-token');
    await user.click(screen.getByRole('button', { name: /Stay/ }));
    await screen.findByText('another page');
  });
});

it('after a wrong password puts the focus into the password, its text selected', async () => {
  api.on(endpoints.sessions.login, () => {
    throw new Refusal(400, 'SESSION_WRONG_PASSWORD', 'Wrong user name or password');
  });
  const { user } = open('/login');
  await user.type(screen.getByLabelText('Username'), 'li');
  await user.type(screen.getByLabelText('Password'), 'wrong-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('Wrong user name or password');
  const password: HTMLInputElement = screen.getByLabelText('Password');
  expect(document.activeElement).toBe(password);
  expect([password.selectionStart, password.selectionEnd]).toEqual([0, 7]);
});

it('leads whoever has to change the password straight to that, once its page can be drawn', async () => {
  api.on(endpoints.sessions.login, {
    user: { id: 'user-2', userName: 'li', realName: null },
    token: 'token-2',
    permission: { enableDowloadUserData: false },
    mustChangePassword: true,
  });
  api.on(endpoints.account.setLanguage, { selected: 'en' });
  api.on(endpoints.account.getLanguage, { selected: 'en' });
  let isPrepared: () => void = () => undefined;
  preparePasswordChange.mockReturnValueOnce(new Promise((resolve) => (isPrepared = resolve)));
  const { user, router } = open('/login?cbUrl=%2FmyDoc');
  await user.type(screen.getByLabelText('Username'), 'li');
  await user.type(screen.getByLabelText('Password'), 'initial-1');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(preparePasswordChange).toHaveBeenCalled());
  expect(router.state.location.pathname).toBe('/login');
  isPrepared();
  await screen.findByText('another page');
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe('/editPassword?cbUrl=%2FmyDoc');
});
