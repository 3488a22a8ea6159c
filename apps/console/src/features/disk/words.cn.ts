/** Words of My files and its trash. */
export const words = {
  myData: '我的数据',
  myFiles: '我的文件',
  submitJob: '提交为任务',
  share: '分享',
  saveToProject: '保存到项目',
  trash: '回收站',
  downloadClient: '下载客户端',
  openClient: '打开客户端',
  backToFiles: '返回我的文件',
};
