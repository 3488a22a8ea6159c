import { answerCodes, limits } from '@clusterdesk/contracts';
import { DomainError } from '../../platform/http/domain-error.js';

export const userUnknown = (): DomainError =>
  new DomainError('IDENTITY_USER_UNKNOWN', answerCodes.notFound, {
    cn: '用户不存在，请刷新列表',
    en: 'There is no such user. Reload the list',
  });

export const userNameTaken = (): DomainError =>
  new DomainError('IDENTITY_USER_NAME_TAKEN', answerCodes.conflict, {
    cn: '用户名已存在，请换一个',
    en: 'This user name is taken. Choose another',
  });

export const userNameReserved = (): DomainError =>
  new DomainError('IDENTITY_USER_NAME_RESERVED', answerCodes.invalid, {
    cn: '该用户名为系统保留，请换一个',
    en: 'This user name is reserved. Choose another',
  });

export const passwordLength = (): DomainError =>
  new DomainError('IDENTITY_PASSWORD_LENGTH', answerCodes.invalid, {
    cn: `密码须为 ${limits.passwordMinLength} 到 ${limits.passwordMaxLength} 个字符`,
    en: `A password has ${limits.passwordMinLength} to ${limits.passwordMaxLength} characters`,
  });

export const oldPasswordWrong = (): DomainError =>
  new DomainError('IDENTITY_OLD_PASSWORD_WRONG', answerCodes.invalid, {
    cn: '原密码错误，请重新输入',
    en: 'The old password is wrong. Please try again',
  });

/** A call about oneself, made for somebody else. */
export const onlyOneself = (): DomainError =>
  new DomainError('IDENTITY_ONLY_ONESELF', answerCodes.notAllowed, {
    cn: '只能修改自己的资料',
    en: 'You can change only your own profile',
  });

export const notOneself = (): DomainError =>
  new DomainError('IDENTITY_NOT_ONESELF', answerCodes.conflict, {
    cn: '不能删除或冻结自己，请由其他管理员操作',
    en: 'You can not delete or freeze yourself. Ask another administrator',
  });

export const lastAdministrator = (): DomainError =>
  new DomainError('IDENTITY_LAST_ADMINISTRATOR', answerCodes.conflict, {
    cn: '系统至少需要一个可登录的管理员，请先指定另一位',
    en: 'Someone must remain who can sign in as administrator. Appoint another first',
  });

/** Administrators, and the role that makes them, are in the hands of administrators. */
export const administratorsOnly = (): DomainError =>
  new DomainError('IDENTITY_ADMINISTRATORS_ONLY', answerCodes.notAllowed, {
    cn: '只有系统管理员可以变更系统管理员',
    en: 'Only a system administrator may change system administrators',
  });

export const developIsConfigured = (): DomainError =>
  new DomainError('IDENTITY_DEVELOP_CONFIGURED', answerCodes.conflict, {
    cn: '该用户由服务器配置（DEVELOP_PASSWORD）决定，不能在此修改',
    en: 'The configuration of the server (DEVELOP_PASSWORD) decides on this user; it can not be changed here',
  });

export const datesNotWanted = (): DomainError =>
  new DomainError('IDENTITY_DATES_NOT_WANTED', answerCodes.invalid, {
    cn: '冻结用户时不需要有效期',
    en: 'Freezing takes no validity period',
  });

export const datesWanted = (): DomainError =>
  new DomainError('IDENTITY_DATES_WANTED', answerCodes.invalid, {
    cn: '激活用户时请选择有效期的开始和结束日期',
    en: 'Choose the start and the end of the validity period',
  });

export const datesReversed = (): DomainError =>
  new DomainError('IDENTITY_DATES_REVERSED', answerCodes.invalid, {
    cn: '有效期的结束须晚于开始，且晚于现在',
    en: 'The end of the validity period must be later than its start and than now',
  });
