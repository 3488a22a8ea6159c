import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

export class PasswordLengthError extends domainError('USERS_PASSWORD_LENGTH', answerCodes.invalid, {
  cn: `密码须为 ${limits.passwordMinLength} 到 ${limits.passwordMaxLength} 个字符`,
  en: `A password has ${limits.passwordMinLength} to ${limits.passwordMaxLength} characters.`,
}) {}

export class PasswordUnreadableError extends domainError(
  'USERS_PASSWORD_UNREADABLE',
  answerCodes.invalid,
  {
    cn: '密码无法解密，请刷新页面后重试',
    en: 'The password could not be decrypted. Reload the page and try again.',
  },
) {}

export class PasswordCommonError extends domainError('USERS_PASSWORD_COMMON', answerCodes.invalid, {
  cn: '密码过于常见或与用户名相同，请换一个',
  en: 'This password is too common, or the same as the user name. Choose another.',
}) {}

/** More passwords wait to be checked than a waiting list holds. */
export class PasswordsBusyError extends domainError(
  'USERS_PASSWORDS_BUSY',
  answerCodes.unavailable,
  {
    cn: '当前登录请求过多，请稍后重试',
    en: 'Too many users are signing in right now. Try again in a few seconds.',
  },
) {}
