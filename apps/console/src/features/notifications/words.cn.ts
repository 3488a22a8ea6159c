import { words as noticeWords } from '@clusterdesk/contracts/notice-words/cn/notifications';

/** Words of the list of notifications. */
export const words = {
  ...noticeWords,
  title: '通知',
  readAll: '全部标为已读',
  older: '更早的通知',
  none: '没有通知',
  noneHint: '需要您留意的事会显示在这里。',
  unread: '未读：',
  look: '查看',
  choices: '通知设置',
  unknownKind: '新通知',
  unknownKindHint: '平台已更新，重新加载页面后可查看内容。',
  byBrowser: '在浏览器中提醒',
  byBrowserHint: '此页面不在前台时，由浏览器弹出提醒。',
  denied: '浏览器已禁止此网站的通知，请在浏览器的网站设置中允许。',
  unavailable: '浏览器只对通过 HTTPS 打开的网站提供提醒。',
};
