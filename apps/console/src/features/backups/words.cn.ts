/** Words of backups. */
export const words = {
  title: '备份与恢复',
};
