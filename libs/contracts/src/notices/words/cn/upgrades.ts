/** What notices of upgrades say, and names in them that pages show, too. */
export const words = {
  notification_done: '平台已从 {{from}} 升级到 {{to}}',
  notification_refused: '升级到 {{to}} 未进行，仍运行 {{from}}',
  notification_returned: '升级到 {{to}} 失败，已恢复到 {{from}}',
  notificationBy: '由{{name}}发起。',
};
