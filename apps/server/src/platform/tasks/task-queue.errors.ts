import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../http/domain-error.js';

/** The queues' backend is away, and what was asked for cannot wait for it. */
export class TaskQueueAwayError extends domainError('TASK_QUEUE_AWAY', answerCodes.unavailable, {
  cn: '后台任务服务暂时无法访问，请稍后重试',
  en: 'Background tasks are not available just now. Try again in a moment.',
}) {}
