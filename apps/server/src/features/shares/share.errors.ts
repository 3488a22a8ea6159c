import { answerCodes } from '@clusterdesk/contracts';
import { domainError } from '../../platform/http/domain-error.js';

/**
 * There is no such share for this user: it never existed, has ended, or was not shared with the user. One answer for all, so that
 * it reveals nothing about ids.
 */
export class ShareNotFoundError extends domainError('SHARE_NOT_FOUND', answerCodes.notFound, {
  cn: '分享不存在、已过期或已被取消，请联系分享者',
  en: 'This share does not exist, has expired, or was ended. Ask the person who shared it.',
}) {}

/** The owner currently may not share; the share is available again when the owner may. */
export class ShareUnavailableError extends domainError('SHARE_UNAVAILABLE', answerCodes.notFound, {
  cn: '该分享暂时不可用，请联系分享者或管理员',
  en: 'This share is not available at present. Ask the person who shared it, or an administrator.',
}) {}

/** One answer for an unknown id, a wrong code, and an expired link, so that it reveals nothing about ids. */
export class ShareLinkWrongError extends domainError('SHARE_LINK_WRONG', answerCodes.notFound, {
  cn: '链接或提取码错误，或分享已结束，请核对后重试或联系分享者',
  en: 'The link or its code is wrong, or the share has ended. Check both, or ask the person who shared it.',
}) {}

/** A link has reached its download limit. */
export class ShareUsedUpError extends domainError('SHARE_USED_UP', answerCodes.notAllowed, {
  cn: '该链接的下载次数已用完，请联系分享者',
  en: 'This link has reached its download limit. Ask the person who shared it to raise it.',
}) {}

/** Receivers see what is there, and take nothing of its content. */
export class ShareViewOnlyError extends domainError('SHARE_VIEW_ONLY', answerCodes.notAllowed, {
  cn: '此分享仅可查看：不能预览、下载或保存其中的文件，如需内容请联系分享者',
  en: 'This share is view-only: its files cannot be previewed, downloaded or saved. Ask the person who shared it for their content.',
}) {}

/** Receivers of a drop box add files, and see nothing in it. */
export class ShareDropBoxError extends domainError('SHARE_DROP_BOX', answerCodes.notAllowed, {
  cn: '这是收集文件夹，您只能向其中上传文件，不能查看或下载其中的内容',
  en: 'This folder only collects files: you can add files to it, but not see or download anything in it.',
}) {}
