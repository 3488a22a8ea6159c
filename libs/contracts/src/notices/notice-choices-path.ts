/** The console's page on which users choose how they are told of things; mails lead there. */
export const noticeChoicesPath = '/userCenter/notifications';
