import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** A share to users without any. */
export class NoShareUsersError extends domainError('SHARE_USERS_MISSING', answerCodes.invalid, {
  cn: '请选择要分享的用户',
  en: 'Please select the users to share',
}) {}

/** A chosen user does not exist, or may not sign in now. */
export class ShareUserUnknownError extends domainError('SHARE_USER_UNKNOWN', answerCodes.notFound, {
  cn: '所选用户不存在或不可用，请重新选择要分享的用户',
  en: 'One of the users does not exist or is not active. Select the users again.',
}) {}

/** Users have their own files already. */
export class ShareWithOneselfError extends domainError('SHARE_WITH_ONESELF', answerCodes.invalid, {
  cn: '不能分享给自己，请选择其他用户',
  en: 'You cannot share with yourself. Select other users.',
}) {}

/** A link without an expiry. */
export class NoExpirationError extends domainError(
  'SHARE_EXPIRATION_MISSING',
  answerCodes.invalid,
  {
    cn: '请选择过期时间',
    en: 'Please select an expiration time',
  },
) {}

/** An expiry that has passed, or is later than that of a permanent link. */
export class ExpirationOutOfRangeError extends domainError(
  'SHARE_EXPIRATION_INVALID',
  answerCodes.invalid,
  {
    cn: `过期时间须晚于现在，且不超过 ${limits.sharePermanentDays} 天，请重新选择过期时间`,
    en: `The expiration time must be in the future and at most ${limits.sharePermanentDays} days away. Select another one.`,
  },
) {}

/** Expiry and download limit are for links; users are for the other kind. */
export class NotOfThisShareTypeError extends domainError(
  'SHARE_TYPE_DIFFERS',
  answerCodes.invalid,
  {
    cn: '过期时间和下载次数仅适用于链接分享，用户仅适用于平台用户分享，请检查分享方式',
    en: 'Expiration and number of downloads are for links, users for shares to users. Check the kind of share.',
  },
) {}

/** A drop box is exactly one folder. */
export class DropBoxNeedsFolderError extends domainError(
  'SHARE_DROP_BOX_NOT_FOLDER',
  answerCodes.invalid,
  {
    cn: '收集文件夹只能选择一个文件夹，请重新选择',
    en: 'A drop box is exactly one folder. Select one folder only.',
  },
) {}

/** The top of a disk has no name, and would share everything that will ever be there. */
export class WholeDiskSharedError extends domainError('SHARE_WHOLE_DISK', answerCodes.invalid, {
  cn: '不能分享整个网盘，请选择其中的文件或文件夹',
  en: 'The whole disk cannot be shared. Choose files or folders in it.',
}) {}

/** The user has reached the limit of shares. */
export class TooManySharesError extends domainError('SHARE_TOO_MANY', answerCodes.conflict, {
  cn: `您最多可有 ${limits.sharesPerUser} 个分享，请先删除不再需要的分享`,
  en: `You can have at most ${limits.sharesPerUser} shares. Delete some that are no longer needed.`,
}) {}
