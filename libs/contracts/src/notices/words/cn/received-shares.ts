/** What notices of what is shared with a user say, and names in them that pages show, too. */
export const words = {
  notificationOne: '{{sharer}} 向您分享了「{{name}}」',
  notificationMany_one: '{{sharer}} 向您分享了「{{name}}」及另外 {{count}} 项',
  notificationMany_other: '{{sharer}} 向您分享了「{{name}}」及另外 {{count}} 项',
  notificationDropBox: '{{sharer}} 向您开放了收集文件夹「{{name}}」',
  notificationDropBoxHint: '您可以向其中添加文件。',
};
