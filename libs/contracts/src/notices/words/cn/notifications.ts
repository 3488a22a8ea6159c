/** What notices of changes of files that wait say, and names in them that pages show, too. */
export const words = {
  andMore: '……另有 {{count}} 条',
  operationStuck_one: '有 1 项文件变更未能处理完',
  operationStuck_other: '有 {{count}} 项文件变更未能处理完',
  operationStuckHint: '处理完之前，相关文件只对其管理者开放。请检查数据库与服务日志。',
};
