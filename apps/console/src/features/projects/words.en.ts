/** Words of projects: their lists, files, people and settings. */
export const words = {
  noticeJoined: '{{by}} added you to the project “{{name}}”',
  noticeLeft: '{{by}} took you out of the project “{{name}}”',
  noticeAdmin: 'You administer the project “{{name}}” now',
  noticeAdminHint: 'You manage its members and permissions, and decide on downloads.',
  noticeDeleted: '{{by}} deleted the project “{{name}}”',
};
