/** What notices of what is shared with a user say, and names in them that pages show, too. */
export const words = {
  notificationOne: '{{sharer}} 向您分享了「{{name}}」',
  notificationMany_one: '{{sharer}} 向您分享了「{{name}}」及另外 {{count}} 项',
  notificationMany_other: '{{sharer}} 向您分享了「{{name}}」及另外 {{count}} 项',
  notificationDropBox: '{{sharer}} 向您开放了收集文件夹「{{name}}」',
  notificationDropBoxHint: '您可以向其中添加文件。',
  notificationVisitorFiles_one: '有访客向收集文件夹「{{title}}」提交了 {{count}} 个文件',
  notificationVisitorFiles_other: '有访客向收集文件夹「{{title}}」提交了 {{count}} 个文件',
  notificationVisitorFilesOf_one:
    '访客「{{visitor}}」向收集文件夹「{{title}}」提交了 {{count}} 个文件',
  notificationVisitorFilesOf_other:
    '访客「{{visitor}}」向收集文件夹「{{title}}」提交了 {{count}} 个文件',
  notificationVisitorFilesHint: '访客没有账号，其姓名为自行填写，请核实后再使用这些文件。',
};
