/** Words of the settings page. */
export const words = {
  title: 'System settings',
};
