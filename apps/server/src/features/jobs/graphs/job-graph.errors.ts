import { answerCodes } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../../platform/http/domain-error.js';

export class JobGraphNotFoundError extends domainError(
  'JOB_GRAPH_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '流程不存在，或不属于您',
    en: 'There is no such graph, or it is not yours.',
  },
) {}

/** Its jobs would run with the rights of whoever asks. */
export class NotOwnGraphError extends domainError('JOB_GRAPH_NOT_OWN', answerCodes.notAllowed, {
  cn: '只能重新运行自己的流程',
  en: 'Only your own graphs can be run again.',
}) {}

export class JobGraphHasEndedError extends domainError(
  'JOB_GRAPH_HAS_ENDED',
  answerCodes.conflict,
  {
    cn: '流程的所有步骤都已结束，无需停止',
    en: 'All steps of the graph have ended; there is nothing to stop.',
  },
) {}

/** What its job was refused for, said of the step. */
export class GraphStepRefusedError extends DomainError {
  constructor(key: string, { code, status, sentence, details }: DomainError) {
    super(
      code,
      status,
      { cn: `步骤“${key}”：${sentence.cn}`, en: `Step “${key}”: ${sentence.en}` },
      { ...details, step: key },
    );
  }
}

export class GraphStepUnknownError extends DomainError {
  constructor(key: string) {
    super(
      'JOB_GRAPH_STEP_UNKNOWN',
      answerCodes.invalid,
      {
        cn: `步骤“${key}”不在要重新运行的步骤之中，请刷新后重试`,
        en: `Step “${key}” is not among those that would run again. Reload and try again.`,
      },
      { step: key },
    );
  }
}

export class GraphStepOpenError extends DomainError {
  constructor(key: string) {
    super(
      'JOB_GRAPH_STEP_OPEN',
      answerCodes.conflict,
      {
        cn: `步骤“${key}”尚未结束，请等待它结束，或先停止它，再重新运行`,
        en: `Step “${key}” has not ended. Wait for its end or stop it, then run it again.`,
      },
      { step: key },
    );
  }
}

/** A step that would run again follows one that stays as it is, and is of no use to it. */
export class GraphStepFailedError extends DomainError {
  constructor(key: string) {
    super(
      'JOB_GRAPH_STEP_FAILED',
      answerCodes.conflict,
      {
        cn: `前面的步骤“${key}”没有成功，请从它开始重新运行`,
        en: `Step “${key}”, which comes before, has not succeeded. Run again from that step on.`,
      },
      { step: key },
    );
  }
}

/** Its script went with its job. */
export class GraphStepGoneError extends DomainError {
  constructor(key: string) {
    super(
      'JOB_GRAPH_STEP_GONE',
      answerCodes.conflict,
      {
        cn: `步骤“${key}”的任务已超过保存期限，无法重新运行；请新建流程`,
        en: `The job of step “${key}” is not kept any more, so it cannot be run again. Make a new graph.`,
      },
      { step: key },
    );
  }
}
