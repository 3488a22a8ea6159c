/** Words of backups. */
export const words = {
  title: 'Backup and recovery',
  notification_drill: 'A drill of a backup failed',
};
