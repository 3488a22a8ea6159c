/** What notices of applications for downloads say, and names in them that pages show, too. */
export const words = {
  notificationRequested: '{{by}} 申请下载「{{name}}」（项目「{{project}}」）',
  notificationRequestedMany_one:
    '{{by}} 申请下载「{{name}}」及另外 {{count}} 项（项目「{{project}}」）',
  notificationRequestedMany_other:
    '{{by}} 申请下载「{{name}}」及另外 {{count}} 项（项目「{{project}}」）',
  notificationGranted: '{{by}} 批准了您下载「{{name}}」',
  notificationGrantedMany_one: '{{by}} 批准了您下载「{{name}}」及另外 {{count}} 项',
  notificationGrantedMany_other: '{{by}} 批准了您下载「{{name}}」及另外 {{count}} 项',
  notificationRejected: '{{by}} 拒绝了您下载「{{name}}」',
  notificationRejectedMany_one: '{{by}} 拒绝了您下载「{{name}}」及另外 {{count}} 项',
  notificationRejectedMany_other: '{{by}} 拒绝了您下载「{{name}}」及另外 {{count}} 项',
  notificationRevoked: '{{by}} 撤销了对下载「{{name}}」的批准',
  notificationRevokedMany_one: '{{by}} 撤销了对下载「{{name}}」及另外 {{count}} 项的批准',
  notificationRevokedMany_other: '{{by}} 撤销了对下载「{{name}}」及另外 {{count}} 项的批准',
  notificationUntil: '请在 {{time}} 前下载。',
  notificationReason: '理由：{{reason}}',
};
