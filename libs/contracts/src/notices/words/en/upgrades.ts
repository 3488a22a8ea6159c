/** What notices of upgrades say, and names in them that pages show, too. */
export const words = {
  notification_done: 'The platform was upgraded from {{from}} to {{to}}',
  notification_refused: 'The upgrade to {{to}} was refused; the platform stays at {{from}}',
  notification_returned: 'The upgrade to {{to}} failed; the platform is back at {{from}}',
  notificationBy: 'Asked for by {{name}}.',
};
