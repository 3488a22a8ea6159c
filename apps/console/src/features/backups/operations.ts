import type { Operation } from '../../shared/operation.js';

/** Backups in the log. */
export const backupOperations: readonly Operation[] = [
  {
    calls: ['/backup/add'],
    name: { cn: '创建备份', en: 'Take a backup' },
    done: { cn: '创建了备份{{object}}', en: 'took the backup {{object}}' },
  },
  {
    calls: ['/backup/cancel'],
    name: { cn: '取消备份', en: 'Cancel a backup' },
    done: { cn: '取消了备份{{object}}', en: 'cancelled the backup {{object}}' },
  },
  {
    calls: ['/backup/delete'],
    name: { cn: '删除备份', en: 'Delete a backup' },
    done: { cn: '删除了备份{{object}}', en: 'deleted the backup {{object}}' },
  },
  {
    calls: ['/backup/restore'],
    name: { cn: '恢复备份', en: 'Restore a backup' },
    done: { cn: '开始恢复备份{{object}}', en: 'began to restore the backup {{object}}' },
  },
  {
    calls: ['/backup/import'],
    name: { cn: '导入备份', en: 'Import a backup' },
    done: { cn: '导入了备份{{object}}', en: 'imported the backup {{object}}' },
  },
  {
    calls: ['/backup/prove'],
    name: { cn: '演练恢复', en: 'Prove a backup' },
    done: { cn: '开始演练恢复备份{{object}}', en: 'began to prove the backup {{object}}' },
  },
  {
    calls: ['/backup/export', '/backup/exportTicket'],
    name: { cn: '下载备份', en: 'Download a backup' },
    done: { cn: '下载了备份{{object}}', en: 'downloaded the backup {{object}}' },
  },
  {
    calls: ['/backup/bringBack'],
    name: { cn: '取回备份', en: 'Bring a backup back' },
    done: {
      cn: '从对象存储取回备份{{object}}',
      en: 'brought the backup {{object}} back from the store',
    },
  },
  {
    calls: ['/backup/savePlan'],
    name: { cn: '修改备份计划', en: 'Change the schedule of backups' },
    done: { cn: '修改了备份计划', en: 'changed the schedule of backups' },
  },
  {
    calls: ['/backup/saveStore'],
    name: { cn: '修改备份的对象存储', en: 'Change the store of backups' },
    done: { cn: '修改了备份的对象存储', en: 'changed the object store of backups' },
  },
  {
    calls: ['/backup/testStore'],
    name: { cn: '测试备份的对象存储', en: 'Test the store of backups' },
    done: { cn: '测试了备份的对象存储', en: 'tested the object store of backups' },
  },
  {
    calls: ['/backup/deleteStore'],
    name: { cn: '不再使用备份的对象存储', en: 'Stop using the store of backups' },
    done: { cn: '不再使用备份的对象存储', en: 'stopped using the object store of backups' },
  },
];
