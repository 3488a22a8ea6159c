import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../platform/http/domain-error.js';

/** The user's name is not valid as a folder name; such users are only created outside the platform. */
export class NoHomeError extends domainError('DISK_NO_HOME', answerCodes.notAllowed, {
  cn: '该用户名不能用作文件夹名称，请联系管理员更改用户名',
  en: 'This user name cannot name a folder. Ask an administrator to change it.',
}) {}

/** The operator does not offer this client, or no longer does. */
export class ClientToolNotFoundError extends domainError(
  'CLIENT_TOOL_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '该客户端已不再提供，请刷新列表后重新选择',
    en: 'This client is no longer offered. Refresh the list and choose again.',
  },
) {}
