/** Words of the palette. */
export const words = {
  palettePlaceholder: '输入页面、操作、文件名…',
  palettePages: '页面',
  paletteActions: '操作',
  paletteFiles: '文件',
  paletteJobs: '任务',
  paletteUsers: '用户',
  paletteNone: '没有找到「{{key}}」',
  paletteSearching: '正在搜索…',
  paletteFailed: '搜索失败：{{message}}',
  newJob: '新建任务',
  newUser: '新增用户',
  openTrash: '打开回收站',
  paletteKeys: '↑↓ 选择 · Enter 打开 · Esc 关闭',
  paletteMoreFiles: '在我的文件中搜索「{{key}}」',
  paletteLabel: '搜索与命令',
};
