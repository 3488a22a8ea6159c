import { shareReceivedNotice } from '@clusterdesk/contracts';
import { nameInSentence } from '../../../shared/files/name-parts.js';
import { translate } from '../../../shared/i18n/i18n.js';
import { defineNoticeText } from '../../../shared/notices/notice-text.js';
import { paths } from '../../../shared/paths.js';

/** That somebody shares something, as the receiver reads it: who and what, leading to the share. */
export const shareReceivedText = defineNoticeText(
  shareReceivedNotice,
  ({ shareId, sharer, name, entries, isDropBox }) => {
    const words = { sharer, name: nameInSentence(name), count: entries };
    return {
      title: translate(
        isDropBox
          ? 'receivedShares:noticeDropBox'
          : entries > 1
            ? 'receivedShares:noticeMany'
            : 'receivedShares:noticeOne',
        words,
      ),
      ...(isDropBox ? { text: translate('receivedShares:noticeDropBoxHint') } : {}),
      path: paths.receivedShare(shareId),
    };
  },
);
