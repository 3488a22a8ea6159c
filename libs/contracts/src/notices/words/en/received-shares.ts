/** What notices of what is shared with a user say, and names in them that pages show, too. */
export const words = {
  notificationOne: '{{sharer}} shared “{{name}}” with you',
  notificationMany_one: '{{sharer}} shared “{{name}}” and {{count}} more item with you',
  notificationMany_other: '{{sharer}} shared “{{name}}” and {{count}} more items with you',
  notificationDropBox: '{{sharer}} opened the drop box “{{name}}” for you',
  notificationDropBoxHint: 'You can add files to it.',
  notificationVisitorFiles_one: 'A visitor added {{count}} file to the drop box “{{title}}”',
  notificationVisitorFiles_other: 'A visitor added {{count}} files to the drop box “{{title}}”',
  notificationVisitorFilesOf_one:
    'The visitor “{{visitor}}” added {{count}} file to the drop box “{{title}}”',
  notificationVisitorFilesOf_other:
    'The visitor “{{visitor}}” added {{count}} files to the drop box “{{title}}”',
  notificationVisitorFilesHint:
    'Visitors have no account and type their names themselves. Make sure who it is before you use the files.',
};
