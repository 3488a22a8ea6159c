/** Words of backups. */
export const words = {
  title: 'Backup and recovery',
};
