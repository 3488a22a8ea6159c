/** Words of download applications. */
export const words = {
  noticeRequested_one: '{{by}} 申请下载「{{name}}」（项目「{{project}}」）',
  noticeRequested_other: '{{by}} 申请下载「{{name}}」等 {{count}} 项（项目「{{project}}」）',
  noticeGranted_one: '{{by}} 批准了您下载「{{name}}」',
  noticeGranted_other: '{{by}} 批准了您下载「{{name}}」等 {{count}} 项',
  noticeRejected_one: '{{by}} 拒绝了您下载「{{name}}」',
  noticeRejected_other: '{{by}} 拒绝了您下载「{{name}}」等 {{count}} 项',
  noticeRevoked_one: '{{by}} 撤销了对下载「{{name}}」的批准',
  noticeRevoked_other: '{{by}} 撤销了对下载「{{name}}」等 {{count}} 项的批准',
  noticeUntil: '请在 {{time}} 前下载。',
  noticeReason: '理由：{{reason}}',
};
