import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../http/domain-error.js';

/** The right that a request or a task was begun with ended while it ran. */
export class RightEndedError extends domainError('ACCESS_ENDED', answerCodes.notAllowed, {
  cn: '您的权限已变更，操作已中止；如需继续请联系管理员',
  en: 'Your permission has ended, so this was stopped. Ask an administrator if you still need it.',
}) {}
