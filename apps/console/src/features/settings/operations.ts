import type { Operation } from '../../shared/operation.js';

/** Settings in the log. */
export const settingOperations: readonly Operation[] = [
  {
    calls: ['/systemSetting/save'],
    name: { cn: '修改系统设置', en: 'Change a setting' },
    done: { cn: '修改了系统设置{{object}}', en: 'changed the setting {{object}}' },
  },
  {
    calls: ['/systemSetting/testMail'],
    name: { cn: '发送测试邮件', en: 'Send a test mail' },
    done: { cn: '发送了测试邮件', en: 'sent a test mail' },
  },
  {
    calls: ['/systemSetting/testSms'],
    name: { cn: '发送测试短信', en: 'Send a test text message' },
    done: { cn: '发送了测试短信', en: 'sent a test text message' },
  },
  {
    calls: ['/systemSetting/allowDownloadSave'],
    name: { cn: '修改下载权限', en: 'Change the download permission' },
    done: { cn: '修改了下载权限', en: 'changed the download permission' },
  },
  {
    calls: ['/systemSetting/allowDownloadAll'],
    name: { cn: '允许所有人下载', en: 'Let everyone download' },
    done: { cn: '允许所有人下载', en: 'let everyone download' },
  },
];
