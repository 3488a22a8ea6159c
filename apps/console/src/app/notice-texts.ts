import type { NoticeText } from '../features/notifications/notice-text.js';

/** How each kind of notification reads: features that send some export theirs, and are gathered here. */
export const noticeTexts: readonly NoticeText[] = [];
