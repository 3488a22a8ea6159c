import type { Operation } from '../../shared/operation.js';

/** Applications for downloads in the log. */
export const approvalOperations: readonly Operation[] = [
  {
    calls: ['/download/apply/add'],
    name: { cn: '申请下载', en: 'Apply for a download' },
    done: { cn: '申请下载{{object}}', en: 'applied to download {{object}}' },
  },
  {
    calls: ['/download/apply/agree'],
    name: { cn: '审批下载申请', en: 'Decide on a download' },
    done: { cn: '审批了{{object}}的下载申请', en: 'decided on an application for {{object}}' },
    // Old rows do not say what was decided.
    variants: [
      {
        fits: ({ details }) => details?.['isYes'] === true,
        done: { cn: '批准了{{object}}的下载申请', en: 'approved the download of {{object}}' },
      },
      {
        fits: ({ details }) => typeof details?.['isYes'] === 'boolean',
        done: { cn: '拒绝了{{object}}的下载申请', en: 'rejected the download of {{object}}' },
      },
    ],
  },
  {
    calls: ['/download/apply/revoke'],
    name: { cn: '撤销下载批准', en: 'Revoke an approval' },
    done: { cn: '撤销了{{object}}的下载批准', en: 'revoked the approval to download {{object}}' },
  },
  {
    calls: ['/download/apply/withdraw'],
    name: { cn: '撤回下载申请', en: 'Withdraw an application' },
    done: {
      cn: '撤回了{{object}}的下载申请',
      en: 'withdrew the application to download {{object}}',
    },
  },
];
