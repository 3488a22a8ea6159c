import { words as noticeWords } from '@clusterdesk/contracts/notice-words/cn/upgrades';

/** Words of the upgrade. */
export const words = {
  ...noticeWords,
  title: '版本升级',
  currentVersion: '当前版本',
  latestVersion: '最新版本',
  isLatest: '已是最新',
  isUnknown: '未获取到',
  isNew: '有新版本',
  notes: '更新内容',
  command: '升级方式',
  commandHint:
    '本平台不是由 npm start 启动的，不能在此页面升级。请由运维人员在部署平台的主机上执行：',
  copyCommand: '复制命令',
  check: '检查更新',
  checked: '已检查，最新版本：{{version}}',
  upgradeNow: '立即升级',
  uploadBundle: '上传升级包',
  confirmNow: '升级到 {{version}}？',
  confirmFile: '用「{{file}}」升级？',
  confirmHint:
    '升级时平台会短暂中断，运行中的任务会在各节点上继续（本机任务会停止）。升级前会自动保存数据库；新版本未能启动时自动恢复到当前版本和当前数据库。',
  progress: '升级进度',
  upgradingTo: '正在升级到 {{version}}',
  upgrading: '正在升级',
  phase_downloading: '正在接收升级包',
  phase_checking: '正在验证签名和内容',
  phase_saving: '正在备份数据库',
  phase_unpacking: '正在解压新版本',
  phase_switching: '正在切换版本，平台正在重启；完成后本页面自动恢复',
  bytes: '{{done}} / {{total}}',
  done: '已升级到 {{version}}',
  doneHint: '如果页面提示有新版本，请重新加载。',
  refused: '升级未进行',
  returned: '已恢复到 {{version}}',
};
