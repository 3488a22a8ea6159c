import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../platform/http/domain-error.js';

export class UserUnknownError extends domainError('USERS_USER_UNKNOWN', answerCodes.notFound, {
  cn: '用户不存在，请刷新列表',
  en: 'This user does not exist. Reload the list.',
}) {}

export class UserNameTakenError extends domainError('USERS_USER_NAME_TAKEN', answerCodes.conflict, {
  cn: '用户名已存在，请换一个',
  en: 'This user name is taken. Choose another.',
}) {}

export class UserNameReservedError extends domainError(
  'USERS_USER_NAME_RESERVED',
  answerCodes.invalid,
  {
    cn: '该用户名为系统保留，请换一个',
    en: 'This user name is reserved. Choose another.',
  },
) {}

/** The documented page demands it, whatever the switch is (spec part 2 §5). */
export class NobodyChosenError extends domainError('USERS_NOBODY_CHOSEN', answerCodes.invalid, {
  cn: '请至少选择一个用户',
  en: 'Please select at least one user',
}) {}

/** A call about oneself, made for somebody else. */
export class OnlyOneselfError extends domainError('USERS_ONLY_ONESELF', answerCodes.notAllowed, {
  cn: '只能修改自己的资料',
  en: 'You can change only your own profile.',
}) {}

export class NotOneselfError extends domainError('USERS_NOT_ONESELF', answerCodes.conflict, {
  cn: '不能删除或冻结自己，请由其他管理员操作',
  en: 'You cannot delete or suspend your own account. Ask another administrator.',
}) {}

export class LastAdministratorError extends domainError(
  'USERS_LAST_ADMINISTRATOR',
  answerCodes.conflict,
  {
    cn: '系统至少需要一个可登录的管理员，请先指定另一位',
    en: 'At least one administrator must remain able to sign in. Appoint another first.',
  },
) {}

/** Administrators, and the role that makes them, are in the hands of administrators. */
export class AdministratorsOnlyError extends domainError(
  'USERS_ADMINISTRATORS_ONLY',
  answerCodes.notAllowed,
  {
    cn: '只有系统管理员可以变更系统管理员',
    en: 'Only a system administrator may change system administrators.',
  },
) {}

export class DevelopIsConfiguredError extends domainError(
  'USERS_DEVELOP_CONFIGURED',
  answerCodes.conflict,
  {
    cn: '该用户由服务器配置（DEVELOP_PASSWORD）决定，不能在此修改',
    en: 'The configuration of the server (DEVELOP_PASSWORD) manages this user; it cannot be changed here.',
  },
) {}

export class DatesNotWantedError extends domainError(
  'USERS_DATES_NOT_WANTED',
  answerCodes.invalid,
  {
    cn: '冻结用户时不需要有效期',
    en: 'Suspending a user takes no validity period.',
  },
) {}

export class DatesWantedError extends domainError('USERS_DATES_WANTED', answerCodes.invalid, {
  cn: '激活用户时请选择有效期的开始和结束日期',
  en: 'Choose the start and the end of the validity period.',
}) {}

export class DatesReversedError extends domainError('USERS_DATES_REVERSED', answerCodes.invalid, {
  cn: '有效期的结束须晚于开始，且晚于现在',
  en: 'The end of the validity period must be later than its start and than now.',
}) {}

/** A user can neither give nor take over permissions that this user does not hold. */
export class MoreThanHeldError extends domainError('USERS_MORE_THAN_HELD', answerCodes.notAllowed, {
  cn: '该角色或用户的权限超出您自己的权限，请由系统管理员操作',
  en: 'This role or user has permissions that you do not have. Ask a system administrator.',
}) {}

/** An earlier user of the name is still being removed. */
export class UserNameLeavingError extends domainError('USERS_NAME_LEAVING', answerCodes.conflict, {
  cn: '同名的旧用户仍在清理中，请稍后再试，或换一个用户名',
  en: 'An earlier user with this name is still being removed. Try again in a minute, or choose another name.',
}) {}
