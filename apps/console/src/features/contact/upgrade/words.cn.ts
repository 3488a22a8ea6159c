/** Words of the upgrade. */
export const words = {
  title: '版本升级',
};
