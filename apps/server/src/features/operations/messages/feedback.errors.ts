import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

export class FeedbackNotFoundError extends domainError(
  'OPERATIONS_FEEDBACK_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '该留言不存在或已被删除，请刷新列表',
    en: 'This message does not exist, or has been deleted. Reload the list.',
  },
) {}
