import type { NotificationRow } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import type { Notice, NotificationText } from '../../shared/notifications/notification-text.js';

/**
 * The notice of a row, which may stand for several of one sender. A server that is newer than this window may send kinds that are not
 * known here.
 */
export function readNotice(
  texts: readonly NotificationText[],
  { kind, payload, count }: Pick<NotificationRow, 'kind' | 'payload' | 'count'>,
): Notice {
  const notice = texts.find((text) => text.kind === kind)?.read(payload) ?? {
    title: translate('notifications:unknownKind'),
    text: translate('notifications:unknownKindHint'),
  };
  if (count < 2) {
    return notice;
  }
  const more = translate('notifications:andMore', { count: count - 1 });
  return { ...notice, text: notice.text ? `${notice.text} ${more}` : more };
}
