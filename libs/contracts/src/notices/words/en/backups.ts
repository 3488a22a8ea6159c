/** What notices of backups say, and names in them that pages show, too. */
export const words = {
  notification_drill: 'A backup could not be brought back in its proof',
  notification_backup: 'The scheduled backup of {{time}} failed',
  notification_copy: 'The backup of {{time}} could not be copied to the store',
};
