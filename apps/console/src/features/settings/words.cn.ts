/** Words of the settings page. */
export const words = {
  title: '系统管理',
};
