/** What notices of backups say, and names in them that pages show, too. */
export const words = {
  notification_drill: '备份恢复演练未通过',
  notification_backup: '{{time}} 的定时备份失败',
  notification_copy: '{{time}} 的备份未能发送到对象存储',
};
