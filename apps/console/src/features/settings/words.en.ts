/** Words of the settings page. */
export const words = {
  title: 'System settings',
  tab_download: 'Download permission',
  tab_values: 'Settings',
  toBackups: 'Backups',
  toHealth: 'Platform health',
};
