import { endpoints, type EndpointInput, type Language } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { queryClient } from '../../../shared/api/query.js';
import { saveSession } from '../../../shared/api/session.js';
import { changeLanguage, currentLanguage, hasChosenLanguage } from '../../../shared/i18n/i18n.js';
import { encryptWithPublicKey } from '../api/rsa-encryption.js';

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

async function enter(input: EndpointInput<typeof endpoints.sessions.login>): Promise<void> {
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
  // Signing in has succeeded; a language that cannot be settled now is settled by the next toggle.
  await settleLanguage().catch(() => undefined);
}

/** Signs in and remembers the session. @throws ApiError with the server's sentence */
export const signIn = async (
  publicKey: string,
  loginName: string,
  password: string,
): Promise<void> =>
  enter({
    loginName: loginName.trim(),
    password: await encryptWithPublicKey(publicKey, password),
  });

/** Signs in with a single-use code from another site (contract: Automatic login). @throws ApiError as `signIn` */
export const signInWithCode = (code: string): Promise<void> => enter({ code });
