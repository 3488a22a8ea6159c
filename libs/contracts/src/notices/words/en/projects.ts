/** What notices of projects say, and names in them that pages show, too. */
export const words = {
  notificationJoined: '{{by}} added you to the project “{{name}}”',
  notificationLeft: '{{by}} removed you from the project “{{name}}”',
  notificationAdmin: 'You are now the administrator of the project “{{name}}”',
  notificationAdminHint: 'You can manage members and permissions, and approve downloads.',
  notificationDeleted: '{{by}} deleted the project “{{name}}”',
  notificationCommented: '{{by}} commented on “{{name}}”',
  notificationCommentedIn: 'In the project “{{project}}”.',
};
