import type { Operation } from '../../shared/operation.js';

/** Applications on nodes in the log. */
export const applicationOperations: readonly Operation[] = [
  {
    calls: ['/application/install'],
    name: { cn: '安装应用', en: 'Install an application' },
    done: { cn: '在节点上安装了应用{{object}}', en: 'installed {{object}} on nodes' },
  },
  {
    calls: ['/application/un/install'],
    name: { cn: '卸载应用', en: 'Uninstall an application' },
    done: { cn: '从节点上卸载了应用{{object}}', en: 'uninstalled {{object}} from nodes' },
  },
  {
    calls: ['/application/update'],
    name: { cn: '更新应用', en: 'Update an application' },
    done: { cn: '在节点上更新了应用{{object}}', en: 'updated {{object}} on nodes' },
  },
  {
    calls: ['/application/retry'],
    name: { cn: '重试应用', en: 'Retry an application' },
    done: {
      cn: '在失败的节点上重试了应用{{object}}',
      en: 'retried {{object}} where it had failed',
    },
  },
];
