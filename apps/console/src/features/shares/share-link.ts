import { limits, type OwnShare, type ShareRow } from '@clusterdesk/contracts';
import type { TFunction } from 'i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { formatList } from '../../shared/lib/format/format-list.js';
import { formatDateTime } from '../../shared/lib/time/format-time.js';
import { firstPaths, paths } from '../../shared/paths.js';
import { personWithAccount } from '../../shared/users/person-name.js';

const dayMs = 24 * 60 * 60_000;

/** The moment, ms since the epoch, that lies so many days after `now`: what a link's `expirationTime` is. */
export const expiryIn = (days: number, now: number): number => now + days * dayMs;

/** Whether so many days count as permanent. */
export const isPermanent = (days: number): boolean => days >= limits.sharePermanentDays;

/**
 * Whether a share that is good until then, ms since the epoch, is as good as permanent: the server keeps a permanent link's end as
 * a moment so many days away. Half of them tells it from every other choice, years later too.
 */
export const lastsForever = (until: number | null, now: number): boolean =>
  until === null || until - now > (limits.sharePermanentDays / 2) * dayMs;

/** What a share is called: its first entry; the platform lists at least one. */
export const shareName = ({ fileVos }: Pick<ShareRow, 'fileVos'>): string =>
  fileVos[0]?.localPath ?? '';

/** Who has a share, as far as they are named. */
export const receiverNames = ({ users, userCount }: OwnShare): string =>
  formatList(users.map(personWithAccount)) + (userCount > users.length ? '…' : '');

/** Where people without an account add files. What stands after the `#` is sent to no server, and stands in no log. */
const dropBoxPath = (id: string, verification: string): string =>
  `${firstPaths.dropBox}/${id}#${encodeURIComponent(verification)}`;

/** The address of a link, for whoever gets it. */
export const linkOf = ({
  id,
  verification,
  own,
}: Pick<ShareRow, 'id' | 'verification' | 'own'>): string =>
  window.location.origin + (own?.visitors ? dropBoxPath : paths.shareLink)(id, verification ?? '');

/** Link and code as a text to send, in the language in use: what it is, each of the two on its line, and until when. @param now ms since the epoch */
export function linkText(share: ShareRow, t: TFunction<'shares'>, now: number): string {
  const { entries, isDropBox, expirationTime } = share;
  const name = nameInSentence(shareName(share));
  const head = isDropBox
    ? t('copiedDropBox', { name })
    : entries === 1
      ? t('copiedName', { name })
      : t('copiedNames', { name, count: entries - 1 });
  return [
    head,
    t('copiedLink', { url: linkOf(share) }),
    t('copiedCode', { code: share.verification ?? '' }),
    ...(expirationTime === null || lastsForever(expirationTime, now)
      ? []
      : [t('copiedUntil', { time: formatDateTime(expirationTime) })]),
  ].join('\n');
}
