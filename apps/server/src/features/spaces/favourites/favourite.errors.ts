import { answerCodes, limits } from '@clusterdesk/contracts';
import { domainError } from '../../../platform/http/domain-error.js';

/** The user has as many favourites as there may be. */
export class TooManyFavouritesError extends domainError(
  'FAVOURITE_TOO_MANY',
  answerCodes.conflict,
  {
    cn: `最多收藏 ${limits.favourites} 项，请先取消一些收藏`,
    en: `You can have at most ${limits.favourites} favourites. Remove some first.`,
  },
  { max: limits.favourites },
) {}

/** The top of a space has no name by which a list could show it. */
export class RootNotFavouriteError extends domainError('FAVOURITE_ROOT', answerCodes.invalid, {
  cn: '不能收藏整个空间，请选择其中的文件或文件夹',
  en: 'A whole space cannot be a favourite. Choose files or folders in it.',
}) {}
