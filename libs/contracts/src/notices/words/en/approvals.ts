/** What notices of applications for downloads say, and names in them that pages show, too. */
export const words = {
  notificationRequested: '{{by}} applied to download “{{name}}” (project “{{project}}”)',
  notificationRequestedMany_one:
    '{{by}} applied to download “{{name}}” and {{count}} more item (project “{{project}}”)',
  notificationRequestedMany_other:
    '{{by}} applied to download “{{name}}” and {{count}} more items (project “{{project}}”)',
  notificationGranted: '{{by}} approved your download of “{{name}}”',
  notificationGrantedMany_one:
    '{{by}} approved your download of “{{name}}” and {{count}} more item',
  notificationGrantedMany_other:
    '{{by}} approved your download of “{{name}}” and {{count}} more items',
  notificationRejected: '{{by}} rejected your download of “{{name}}”',
  notificationRejectedMany_one:
    '{{by}} rejected your download of “{{name}}” and {{count}} more item',
  notificationRejectedMany_other:
    '{{by}} rejected your download of “{{name}}” and {{count}} more items',
  notificationRevoked: '{{by}} revoked the approval to download “{{name}}”',
  notificationRevokedMany_one:
    '{{by}} revoked the approval to download “{{name}}” and {{count}} more item',
  notificationRevokedMany_other:
    '{{by}} revoked the approval to download “{{name}}” and {{count}} more items',
  notificationUntil: 'Download it before {{time}}.',
  notificationReason: 'Reason: {{reason}}',
};
