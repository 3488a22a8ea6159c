/** Words of projects: their lists, files, people and settings. */
export const words = {
  noticeJoined: '{{by}} 将您加入项目「{{name}}」',
  noticeLeft: '{{by}} 将您移出项目「{{name}}」',
  noticeAdmin: '您已成为项目「{{name}}」的管理员',
  noticeAdminHint: '您可以管理成员和权限，并审批下载申请。',
  noticeDeleted: '{{by}} 删除了项目「{{name}}」',
};
