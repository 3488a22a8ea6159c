import type { NoticeActions } from '../features/notifications/components/notice-line.js';
import { withWords } from './i18n/later-words.js';

/** What can be done about what notices tell of, from the bell. @throws Error when it cannot be fetched */
export async function loadNoticeActions(): Promise<NoticeActions> {
  return (await withWords(['approvals'], import('./shell/bars/act-on-notice.js'))).ActOnNotice;
}
