import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** It was deleted meanwhile, or is one on another entry. */
export class CommentNotFoundError extends domainError('COMMENT_NOT_FOUND', answerCodes.notFound, {
  cn: '评论不存在或已被删除，请刷新评论',
  en: 'There is no such comment, or it was deleted. Reload the comments.',
}) {}

/** Where a notice leads is gone, in the trash, or not to be viewed by who was told: nobody learns which. */
export class CommentedEntryGoneError extends domainError(
  'COMMENT_ENTRY_GONE',
  answerCodes.notFound,
  {
    cn: '评论所在的文件或文件夹已被删除，或您没有查看它的权限；如有需要，请联系项目拥有者或管理员',
    en: 'The file or folder with this comment was deleted, or you may not view it. If you need it, ask the owner or the administrator of the project.',
  },
) {}

/** Somebody else's. */
export class CommentNotOwnError extends domainError('COMMENT_NOT_OWN', answerCodes.notAllowed, {
  cn: '只能删除自己的评论；需要删除他人的评论，请联系项目拥有者或管理员',
  en: 'You can delete only your own comments. Ask the owner or the administrator of the project to delete others.',
}) {}

/** The entry has as many comments as there may be. */
export class TooManyCommentsError extends domainError(
  'COMMENT_TOO_MANY',
  answerCodes.conflict,
  {
    cn: `每个文件或文件夹最多 ${limits.commentsPerEntry} 条评论，请先删除一些`,
    en: `A file or folder has at most ${limits.commentsPerEntry} comments. Delete some first.`,
  },
  { max: limits.commentsPerEntry },
) {}
