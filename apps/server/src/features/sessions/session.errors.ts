import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../platform/http/domain-error.js';

/** The ticket is unknown, used up or too old, or its session is over. */
export class FetchTicketNotFoundError extends domainError(
  'SESSIONS_FETCH_TICKET_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '下载链接无效、已使用或已过期，请重新下载',
    en: 'The download link is not valid, has been used, or has expired. Start the download again.',
  },
) {}

/** The same for an unknown name and a wrong password. */
export class WrongCredentialsError extends domainError(
  'SESSIONS_WRONG_CREDENTIALS',
  answerCodes.invalid,
  {
    cn: '用户名或密码错误，请重新输入',
    en: 'The user name or the password is wrong. Please try again.',
  },
) {}

/** Said only after the right password, so that it tells nothing to guessers. */
export class AccountFrozenError extends domainError(
  'SESSIONS_ACCOUNT_FROZEN',
  answerCodes.notAllowed,
  {
    cn: '账号已被冻结，请联系管理员',
    en: 'This account is suspended. Ask an administrator.',
  },
) {}

export class AccountNotValidError extends domainError(
  'SESSIONS_ACCOUNT_NOT_VALID',
  answerCodes.notAllowed,
  {
    cn: '账号不在有效期内，请联系管理员',
    en: 'This account is outside its validity period. Ask an administrator.',
  },
) {}

/** The code of a desktop is no right to use the desktop. */
export class CodeOfDesktopError extends domainError(
  'SESSIONS_CODE_OF_DESKTOP',
  answerCodes.notAllowed,
  {
    cn: '该登录凭证属于某个桌面，只能由该桌面主机上的代理兑换',
    en: 'This sign-in code belongs to a desktop: only the agent on its host can redeem it.',
  },
) {}

/** A code for automatic login that is unknown, used, or older than a minute. */
export class WrongCodeError extends domainError('SESSIONS_WRONG_CODE', answerCodes.invalid, {
  cn: '登录凭证无效或已过期，请重新进入',
  en: 'This sign-in code is not valid or has expired. Start again from the page you came from.',
}) {}

export class SessionUnknownError extends domainError(
  'SESSIONS_SESSION_UNKNOWN',
  answerCodes.notFound,
  {
    cn: '该登录不存在或已结束',
    en: 'This session does not exist, or it has ended.',
  },
) {}

export class JumpTargetUnknownError extends domainError(
  'SESSIONS_JUMP_TARGET_UNKNOWN',
  answerCodes.notFound,
  {
    cn: '该地址未登记在您的菜单中',
    en: 'None of your menus has this address.',
  },
) {}
