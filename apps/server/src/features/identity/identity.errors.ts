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
