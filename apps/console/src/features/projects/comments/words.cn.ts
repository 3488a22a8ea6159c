/** Words of comments on entries of projects. */
export const words = {
  title: '评论',
  titleCount: '评论（{{count}}）',
  notLoaded: '无法加载评论。',
  none: '还没有评论。能看到此项的成员都可以看到评论。',
  write: '写评论',
  send: '发表',
  sent: '评论已发表',
  userGone: '已删除的用户',
  remove: '删除评论',
  removeOf: '删除 {{name}} 于 {{time}} 的评论',
  removeTitle: '删除这条评论？',
  removeHint: '删除后所有人都看不到，且无法恢复。',
  removed: '评论已删除',
  newer: '较新的评论',
  older: '更早的评论',
};
