import { answerCodes, type LocalizedText } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

/** Inputs, a project or the word "sealed" for a job in a disk, or a job in a project without its id. */
export class NotInProjectJobError extends domainError('JOB_NOT_IN_PROJECT', answerCodes.invalid, {
  cn: '只有在项目中运行的任务才能是封闭任务或指定输入文件，且须指明项目；请检查后重新提交',
  en: 'Only a job in a project can be sealed or be given inputs, and it has to name the project. Check it and submit again.',
}) {}

/** No host of the queue can hold such a job to what it may see. */
export class QueueWithoutProjectsError extends DomainError {
  constructor(reason: LocalizedText) {
    super('JOB_QUEUE_NO_PROJECTS', answerCodes.conflict, reason);
  }
}

export class InputsTooLongError extends domainError('JOB_INPUTS_TOO_LONG', answerCodes.invalid, {
  cn: '输入文件的路径总长度过长，请改为指定它们所在的文件夹',
  en: 'The paths of the inputs are too long together. Name the folders that they are in instead.',
}) {}

/** What a sealed job printed leaves the project only as approved. */
export class LogNeedsApprovalError extends domainError(
  'JOB_LOG_NEEDS_APPROVAL',
  answerCodes.notAllowed,
  {
    cn: '封闭任务的输出属于项目内容，须经批准才能查看和下载；任务结束后，请在项目中的任务结果文件夹里选择日志文件并申请下载',
    en: 'What a sealed job prints is content of its project, so reading or downloading it takes an approval. When the job has ended, select the log file in the folder of its results in the project, and apply for the download.',
  },
) {}
