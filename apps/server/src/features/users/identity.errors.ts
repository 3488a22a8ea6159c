import { answerCodes } from '@clusterdesk/contracts';
import { DomainError } from '../../platform/http/domain-error.js';

/** The same for an unknown name and a wrong password. */
export const wrongCredentials = (): DomainError =>
  new DomainError('IDENTITY_WRONG_CREDENTIALS', answerCodes.invalid, {
    cn: '用户名或密码错误，请重新输入',
    en: 'The user name or the password is wrong. Please try again',
  });

export const passwordUnreadable = (): DomainError =>
  new DomainError('IDENTITY_PASSWORD_UNREADABLE', answerCodes.invalid, {
    cn: '密码无法解密，请刷新页面后重试',
    en: 'The password could not be decrypted. Reload the page and try again',
  });

/** Said only after the right password, so that it tells nothing to guessers. */
export const accountFrozen = (): DomainError =>
  new DomainError('IDENTITY_ACCOUNT_FROZEN', answerCodes.notAllowed, {
    cn: '账号已被冻结，请联系管理员',
    en: 'This account is frozen. Ask an administrator',
  });

export const accountNotValid = (): DomainError =>
  new DomainError('IDENTITY_ACCOUNT_NOT_VALID', answerCodes.notAllowed, {
    cn: '账号不在有效期内，请联系管理员',
    en: 'This account is outside its validity period. Ask an administrator',
  });

/** A code for automatic login that is unknown, used, or older than a minute. */
export const wrongCode = (): DomainError =>
  new DomainError('IDENTITY_WRONG_CODE', answerCodes.invalid, {
    cn: '登录凭证无效或已过期，请重新进入',
    en: 'This sign-in code is not valid or has expired. Start again from where you came',
  });

export const sessionUnknown = (): DomainError =>
  new DomainError('IDENTITY_SESSION_UNKNOWN', answerCodes.notFound, {
    cn: '该登录不存在或已结束',
    en: 'There is no such session, or it has ended',
  });
