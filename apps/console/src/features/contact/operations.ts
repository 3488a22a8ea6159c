import type { Operation } from '../../shared/operation.js';

/** Licence, copyright and logo in the log. */
export const contactOperations: readonly Operation[] = [
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
];
