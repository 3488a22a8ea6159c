import { answerCodes } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

export class OldPasswordWrongError extends domainError(
  'ACCOUNT_OLD_PASSWORD_WRONG',
  answerCodes.invalid,
  {
    cn: '原密码错误，请重新输入',
    en: 'The old password is wrong. Please try again.',
  },
) {}

/** A password that must be changed is known to the administrator who set it. */
export class PasswordUnchangedError extends domainError(
  'ACCOUNT_PASSWORD_UNCHANGED',
  answerCodes.invalid,
  {
    cn: '新密码不能与当前密码相同',
    en: 'Choose a password that differs from the current one.',
  },
) {}

export class CodeWrongError extends domainError('ACCOUNT_CODE_WRONG', answerCodes.invalid, {
  cn: '验证码错误或已过期，请检查后重试或重新发送',
  en: 'The code is wrong or has expired. Check it, or send a new one.',
}) {}

export class CodeUsedUpError extends domainError('ACCOUNT_CODE_USED_UP', answerCodes.tooMany, {
  cn: '验证码输错次数过多，请重新发送',
  en: 'Too many wrong codes. Send a new one.',
}) {}

export class CodeTooSoonError extends DomainError {
  constructor(waitSeconds: number) {
    super(
      'ACCOUNT_CODE_TOO_SOON',
      answerCodes.tooMany,
      {
        cn: `请在 ${waitSeconds} 秒后重新发送`,
        en: `You can send another code in ${waitSeconds} s.`,
      },
      { waitSeconds },
    );
  }
}

export class CurrentContactFirstError extends domainError(
  'ACCOUNT_CURRENT_CONTACT_FIRST',
  answerCodes.notAllowed,
  {
    cn: '请先验证当前的联系方式',
    en: 'Confirm your current contact first.',
  },
) {}

export class NoCurrentContactError extends domainError(
  'ACCOUNT_NO_CURRENT_CONTACT',
  answerCodes.invalid,
  {
    cn: '您还没有联系方式，请直接填写新的',
    en: 'You have no contact yet. Enter the new one directly.',
  },
) {}

export class ContactUnchangedError extends domainError(
  'ACCOUNT_CONTACT_UNCHANGED',
  answerCodes.invalid,
  {
    cn: '新的联系方式与当前的相同，请换一个',
    en: 'That is your current contact. Enter another.',
  },
) {}
