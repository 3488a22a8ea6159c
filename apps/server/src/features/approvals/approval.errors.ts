import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError, DomainError } from '../../platform/http/domain-error.js';

/** There is no such application for this user. */
export class ApplicationNotFoundError extends domainError(
  'APPROVAL_NOT_FOUND',
  answerCodes.notFound,
  {
    cn: '该下载申请不存在，或与您无关，请刷新列表',
    en: 'This application does not exist, or you do not have access to it. Reload the list.',
  },
) {}

/** The user can download this already, so no application is needed. */
export class ApplicationNotNeededError extends domainError(
  'APPROVAL_NOT_NEEDED',
  answerCodes.conflict,
  {
    cn: '您可以直接下载所选内容，无需申请',
    en: 'You may download this without an application. Download it.',
  },
) {}

/** The selection contains no file that the applicant may see. */
export class NothingToApplyForError extends domainError(
  'APPROVAL_NOTHING_CHOSEN',
  answerCodes.invalid,
  {
    cn: '所选内容中没有文件，请选择文件或非空的文件夹',
    en: 'Your selection contains no files. Choose files, or folders that contain some.',
  },
) {}

/** More files than one application may have. */
export class TooManyFilesToApplyForError extends domainError(
  'APPROVAL_TOO_MANY_FILES',
  answerCodes.invalid,
  {
    cn: `一次最多申请 ${limits.approvalMaxFiles} 个文件，请分批申请`,
    en: `One application has at most ${limits.approvalMaxFiles} files. Apply for fewer files at a time.`,
  },
) {}

/** Too many applications of one user are pending. */
export class TooManyApplicationsError extends domainError(
  'APPROVAL_TOO_MANY_PENDING',
  answerCodes.conflict,
  {
    cn: `您有 ${limits.approvalsPendingPerUser} 个申请等待审批，请等待处理或撤回部分申请`,
    en: `${limits.approvalsPendingPerUser} of your applications are waiting for a decision. Wait, or withdraw some.`,
  },
) {}

/** The user reached the limit of applications within a day. */
export class TooManyApplicationsTodayError extends domainError(
  'APPROVAL_TOO_MANY_TODAY',
  answerCodes.tooMany,
  {
    cn: `24 小时内最多提交 ${limits.applicationsPerDay} 个申请、共 ${limits.applicationFilesPerDay} 个文件，请稍后再申请`,
    en: `Within 24 hours you can apply ${limits.applicationsPerDay} times, for ${limits.applicationFilesPerDay} files altogether. Apply again later.`,
  },
) {}

/** It has been decided already, or has ended. */
export class ApplicationDecidedError extends DomainError {
  /** @param by the display name of whoever decided; '' where nobody did */
  constructor(by: string) {
    super('APPROVAL_ALREADY_DECIDED', answerCodes.conflict, {
      cn: by === '' ? '该申请已结束，请刷新列表' : `该申请已由 ${by} 处理，请刷新列表`,
      en:
        by === ''
          ? 'This application is over. Reload the list.'
          : `${by} has decided on this application already. Reload the list.`,
    });
  }
}

/** The caller has given the first of two approvals; somebody else has to give the second. */
export class AlreadyVotedError extends domainError('APPROVAL_ALREADY_VOTED', answerCodes.conflict, {
  cn: '您已同意该申请，还需另一位审批人同意',
  en: 'You have approved this application. It needs one more approval, from somebody else.',
}) {}

/** Nobody decides on their own request. */
export class OwnApplicationError extends domainError('APPROVAL_OWN', answerCodes.notAllowed, {
  cn: '不能审批自己的申请，请由另一位审批人处理',
  en: 'You cannot decide on your own application. Somebody else has to.',
}) {}

/** Only the project's administrator or owner decides, and checks what is decided on. */
export class NotAnApproverError extends domainError('APPROVAL_NOT_YOURS', answerCodes.notAllowed, {
  cn: '只有项目管理员或拥有者可以审批和核对文件，请联系他们',
  en: 'Only the administrator or the owner of the project reviews applications and their files. Ask one of them.',
}) {}

/** The approved content was changed or deleted. */
export class ApprovedContentChangedError extends DomainError {
  constructor(path: string) {
    super(
      'APPROVAL_CONTENT_CHANGED',
      answerCodes.conflict,
      {
        cn: `「${path}」在申请后已变更或删除，请重新申请`,
        en: `${path} was changed or deleted since the application. Apply again.`,
      },
      { path },
    );
  }
}

/** The same for an approver: the applicant has to apply again. */
export class ContentToApproveChangedError extends DomainError {
  constructor(path: string) {
    super(
      'APPROVAL_CONTENT_CHANGED',
      answerCodes.conflict,
      {
        cn: `「${path}」在申请后已变更或删除，不能批准；请拒绝，由申请人重新申请`,
        en: `${path} was changed or deleted since the application and cannot be approved. Reject it, so that the applicant can apply again.`,
      },
      { path },
    );
  }
}

/** Not approved, or no longer. */
export class NotApprovedError extends domainError('APPROVAL_NOT_GRANTED', answerCodes.notAllowed, {
  cn: '该申请未获批准、已过期或已被撤销，请重新申请',
  en: 'This application is not approved, has expired, or was revoked. Apply again.',
}) {}

/** An approval that was used cannot be revoked. */
export class ApprovalUsedError extends domainError('APPROVAL_USED', answerCodes.conflict, {
  cn: '内容已被下载或审批已失效，无法撤销',
  en: 'The content has already been downloaded, or the approval has expired: it cannot be revoked.',
}) {}
