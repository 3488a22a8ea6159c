/** Words of the log view. */
export const words = {
  following: '正在跟随最新输出',
  held: '已暂停跟随',
  ended: '输出已结束',
  cut: '输出很长，这里只显示末尾部分。下载日志可查看全部。',
  lineCount_one: '{{count}} 行',
  lineCount_other: '{{count}} 行',
  toNewest: '回到最新',
  wrap: '自动换行',
  search: '搜索',
  noHit: '没有找到',
  hits_one: '第 {{current}} / {{count}} 处',
  hits_other: '第 {{current}} / {{count}} 处',
  hitBefore: '上一处',
  hitAfter: '下一处',
};
