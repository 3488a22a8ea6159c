/** What notices of projects say, and names in them that pages show, too. */
export const words = {
  notificationJoined: '{{by}} 将您加入项目「{{name}}」',
  notificationLeft: '{{by}} 将您移出项目「{{name}}」',
  notificationAdmin: '您已成为项目「{{name}}」的管理员',
  notificationAdminHint: '您可以管理成员和权限，并审批下载申请。',
  notificationDeleted: '{{by}} 删除了项目「{{name}}」',
  notificationCommented: '{{by}} 评论了「{{name}}」',
  notificationCommentedIn: '在项目「{{project}}」中。',
};
