/** Words of the settings page. */
export const words = {
  title: '系统管理',
  tab_download: '下载权限',
  tab_values: '系统设置',
  toBackups: '备份与恢复',
  toHealth: '运行状况',
};
