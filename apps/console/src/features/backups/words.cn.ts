/** Words of backups. */
export const words = {
  title: '备份与恢复',
  notification_drill: '备份恢复演练未通过',
};
