import type { Operation } from '../../shared/operation.js';

/** What holds for the whole platform, in the log. */
export const settingsOperations: readonly Operation[] = [
  {
    calls: ['/systemSetting/allowDownloadSave'],
    name: { cn: '修改下载权限', en: 'Change the download permission' },
    done: { cn: '修改了下载权限', en: 'changed the download permission' },
  },
];
