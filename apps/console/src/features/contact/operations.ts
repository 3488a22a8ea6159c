import type { Operation } from '../../shared/operation.js';

/** What people do on the contact page, in the log. */
export const contactOperations: readonly Operation[] = [
  {
    calls: ['/active/leave/message'],
    name: { cn: '提交留言', en: 'Leave a message' },
    done: { cn: '提交了留言', en: 'left a message to the administrators' },
  },
  {
    calls: ['/feedback/handle'],
    name: { cn: '处理留言', en: 'Handle a message' },
    done: { cn: '处理了{{object}}的留言', en: 'handled the message of {{object}}' },
    variants: [
      {
        fits: ({ details }) => details?.['isHandled'] === false,
        done: { cn: '重新打开了{{object}}的留言', en: 'reopened the message of {{object}}' },
      },
    ],
  },
  {
    calls: ['/feedback/delete'],
    name: { cn: '删除留言', en: 'Delete a message' },
    done: { cn: '删除了{{object}}的留言', en: 'deleted the message of {{object}}' },
  },
  {
    calls: ['/active/uploadLicense'],
    name: { cn: '上传许可证', en: 'Upload a license' },
    done: { cn: '上传了许可证{{object}}', en: 'uploaded the license {{object}}' },
  },
  {
    calls: ['/active/saveCopyrightInfo'],
    name: { cn: '修改版权信息', en: 'Change the copyright' },
    done: { cn: '修改了版权信息', en: 'changed the copyright' },
  },
  {
    calls: ['/active/uploadLogoImage', '/active/removeLogoImage'],
    name: { cn: '更换标志', en: 'Change the logo' },
    done: { cn: '更换了标志', en: 'changed the logo' },
  },
  {
    calls: ['/active/uploadPoliceIcon', '/active/removePoliceIcon'],
    name: { cn: '更换公安备案图标', en: 'Change the icon of the police record' },
    done: { cn: '更换了公安备案图标', en: 'changed the icon of the police record' },
  },
  {
    calls: ['/active/updateNow', '/active/updateOfManual'],
    name: { cn: '升级平台', en: 'Upgrade the platform' },
    done: { cn: '开始升级平台', en: 'began an upgrade of the platform' },
  },
  {
    calls: ['upgrade.ended'],
    name: { cn: '平台升级结束', en: 'End of an upgrade' },
    done: { cn: '将平台升级到{{object}}', en: 'upgraded the platform to {{object}}' },
  },
];
