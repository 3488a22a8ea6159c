/** Words of comments on entries of projects. */
export const words = {
  title: 'Comments',
  titleCount: 'Comments ({{count}})',
  notLoaded: "Couldn't load the comments.",
  none: 'No comments yet. All members who see this can read them.',
  write: 'Write a comment',
  send: 'Comment',
  sent: 'Comment added',
  userGone: 'Deleted user',
  remove: 'Delete comment',
  removeOf: 'Delete the comment by {{name}} of {{time}}',
  removeTitle: 'Delete this comment?',
  removeHint: 'It disappears for everybody and cannot be restored.',
  removed: 'Comment deleted',
  newer: 'Newer comments',
  older: 'Earlier comments',
};
