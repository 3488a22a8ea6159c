/** What notices of jobs say, and names in them that pages show, too. */
export const words = {
  status_PENDING: '排队中',
  status_RUNNING: '运行中',
  status_COMPLETED: '已完成',
  status_FAILED: '失败',
  status_CANCELLED: '已停止',
  status_TIMEOUT: '超时',
  status_NODE_FAIL: '节点故障',
  notificationEnded: '任务「{{name}}」{{state}}',
  notificationExitCode: '退出码 {{code}}',
};
