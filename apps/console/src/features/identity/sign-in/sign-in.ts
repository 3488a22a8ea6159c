import {
  endpoints,
  type EndpointInput,
  type Language,
  type LoginResult,
} from '@clusterdesk/contracts';
import { call, commonHeaders } from '../../../shared/api/call.js';
import { queryClient } from '../../../shared/api/query.js';
import { readToken, saveSession } from '../../../shared/api/session.js';
import { keepDevice, readDevices } from './known-device.js';
import { changeLanguage, currentLanguage, hasChosenLanguage } from '../../../shared/i18n/i18n.js';
import { encryptWithPublicKey } from '../api/rsa-encryption.js';

/** What follows from a sign-in. */
type SignedIn = Pick<LoginResult, 'mustChangePassword'>;

/** A language chosen in this browser becomes the user's; without one, the user's stored language is taken over. */
async function settleLanguage(): Promise<void> {
  const shown: Language = currentLanguage();
  if (hasChosenLanguage()) {
    await call(endpoints.account.setLanguage, { selected: shown });
    return;
  }
  const { selected } = await call(endpoints.account.getLanguage, {});
  await changeLanguage(selected);
}

/** Nobody holds that token any more. With the server away the session ends by itself. */
async function endReplaced(token: string): Promise<void> {
  const { method, path } = endpoints.sessions.logout;
  const headers = { ...commonHeaders(token), 'Content-Type': 'application/json' };
  await fetch(`/api${path}`, { method, headers, body: '{}' }).catch(() => undefined);
}

async function enter(input: EndpointInput<typeof endpoints.sessions.login>): Promise<SignedIn> {
  const replaced = readToken();
  const answer = await call(endpoints.sessions.login, input);
  queryClient.clear();
  saveSession({
    token: answer.token,
    userId: answer.user.id,
    userName: answer.user.userName,
    realName: answer.user.realName,
    roleId: '',
    canDownload: answer.permission.enableDowloadUserData,
  });
  if (answer.device !== undefined) {
    keepDevice(answer.device);
  }
  if (replaced !== null) {
    await endReplaced(replaced);
  }
  // Signing in has succeeded; a language that cannot be settled now is settled by the next toggle.
  await settleLanguage().catch(() => undefined);
  return answer;
}

/** Signs in and remembers the session. @throws ApiError with the server's sentence */
export const signIn = async (
  publicKey: string,
  loginName: string,
  password: string,
): Promise<SignedIn> =>
  enter({
    loginName: loginName.trim(),
    password: await encryptWithPublicKey(publicKey, password),
    devices: readDevices(),
  });

/** Signs in with a single-use code from another site (contract: Automatic login). @throws ApiError as `signIn` */
export const signInWithCode = (code: string): Promise<SignedIn> => enter({ code });
