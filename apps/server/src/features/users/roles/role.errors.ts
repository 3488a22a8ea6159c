import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

export class RoleUnknownError extends domainError('USERS_ROLE_UNKNOWN', answerCodes.notFound, {
  cn: '角色不存在，请刷新列表',
  en: 'This role does not exist. Reload the list.',
}) {}

export class RoleRequiredError extends domainError('USERS_ROLE_REQUIRED', answerCodes.invalid, {
  cn: '请选择角色',
  en: 'Choose a role.',
}) {}

export class RoleNameTakenError extends domainError('USERS_ROLE_NAME_TAKEN', answerCodes.conflict, {
  cn: '角色名称已存在，请换一个',
  en: 'This role name is taken. Choose another.',
}) {}

export class AdministratorRoleStaysError extends domainError(
  'USERS_ADMINISTRATOR_ROLE_STAYS',
  answerCodes.conflict,
  {
    cn: '系统管理员角色拥有全部菜单，不能删除或削减',
    en: 'The role of system administrators has every menu; it cannot be deleted or reduced.',
  },
) {}
