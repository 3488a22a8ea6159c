import type { NotificationRow } from '@clusterdesk/contracts';
import { translate } from '../../shared/i18n/i18n.js';
import type { Notice, NoticeText } from '../../shared/notices/notice-text.js';

/** The notice of a row. A server that is newer than this window may send kinds that are not known here. */
export const readNotice = (
  texts: readonly NoticeText[],
  { kind, payload }: Pick<NotificationRow, 'kind' | 'payload'>,
): Notice =>
  texts.find((text) => text.kind === kind)?.read(payload) ?? {
    title: translate('notifications:unknownKind'),
    text: translate('notifications:unknownKindHint'),
  };
