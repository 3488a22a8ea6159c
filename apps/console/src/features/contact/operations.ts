import type { Operation } from '../../shared/operation.js';

/** What the contact page does, in the log. */
export const contactOperations: readonly Operation[] = [
  {
    calls: ['/active/updateNow', '/active/updateOfManual'],
    name: { cn: '升级平台', en: 'Upgrade the platform' },
    done: { cn: '开始升级平台', en: 'began an upgrade of the platform' },
  },
];
