/** What notices of jobs say, and names in them that pages show, too. */
export const words = {
  status_PENDING: 'Pending',
  status_RUNNING: 'Running',
  status_COMPLETED: 'Completed',
  status_FAILED: 'Failed',
  status_CANCELLED: 'Stopped',
  status_TIMEOUT: 'Timed out',
  status_NODE_FAIL: 'Node failed',
  notificationEnded: 'Job “{{name}}”: {{state}}',
  notificationExitCode: 'Exit code {{code}}',
};
