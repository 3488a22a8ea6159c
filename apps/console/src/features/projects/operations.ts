import type { Operation } from '../../shared/operation.js';

/** Projects and their members in the log. */
export const projectOperations: readonly Operation[] = [
  {
    calls: ['/project/add'],
    name: { cn: '创建项目', en: 'Create a project' },
    done: { cn: '创建了项目{{object}}', en: 'created the project {{object}}' },
  },
  {
    calls: ['/project/edit'],
    name: { cn: '修改项目设置', en: 'Edit a project' },
    done: {
      cn: '修改了项目{{object}}的设置',
      en: 'changed the settings of the project {{object}}',
    },
  },
  {
    calls: ['/project/delete'],
    name: { cn: '删除项目', en: 'Delete a project' },
    done: { cn: '删除了项目{{object}}', en: 'deleted the project {{object}}' },
  },
  {
    calls: ['/project/restore'],
    name: { cn: '恢复项目', en: 'Restore a project' },
    done: { cn: '恢复了项目{{object}}', en: 'restored the project {{object}}' },
  },
  {
    calls: ['/project/add/tag'],
    name: { cn: '添加项目标签', en: 'Add a project tag' },
    done: { cn: '为项目{{object}}添加了标签', en: 'added a tag to the project {{object}}' },
  },
  {
    calls: ['/project/delete/tag'],
    name: { cn: '删除项目标签', en: 'Remove a project tag' },
    done: { cn: '删除了项目{{object}}的标签', en: 'removed a tag from the project {{object}}' },
  },
  {
    calls: ['/project/add/user'],
    name: { cn: '添加项目成员', en: 'Add project members' },
    done: { cn: '为项目{{object}}添加了成员', en: 'added members to the project {{object}}' },
    variants: [
      {
        fits: ({ people }) => people !== '',
        done: {
          cn: '为项目{{object}}添加了成员{{people}}',
          en: 'added {{people}} to the project {{object}}',
        },
      },
    ],
  },
  {
    calls: ['/project/delete/user'],
    name: { cn: '移出项目成员', en: 'Remove a project member' },
    done: { cn: '从项目{{object}}移出了成员', en: 'removed a member from the project {{object}}' },
    variants: [
      {
        fits: ({ people }) => people !== '',
        done: {
          cn: '从项目{{object}}移出了成员{{people}}',
          en: 'removed {{people}} from the project {{object}}',
        },
      },
    ],
  },
  {
    calls: ['/project/leave'],
    name: { cn: '退出项目', en: 'Leave a project' },
    done: { cn: '退出了项目{{object}}', en: 'left the project {{object}}' },
  },
  {
    calls: ['/project/setAdmin'],
    name: { cn: '移交项目管理员', en: 'Hand over a project' },
    done: {
      cn: '移交了项目{{object}}的管理员',
      en: 'made another member the administrator of the project {{object}}',
    },
  },
  {
    calls: ['/project/setFilePermission'],
    name: { cn: '设置文件权限', en: 'Set file permissions' },
    done: {
      cn: '设置了项目{{object}}的文件权限',
      en: 'set file permissions in the project {{object}}',
    },
  },
  {
    calls: ['/project/files/comments/add'],
    name: { cn: '评论项目文件', en: 'Comment on a project file' },
    done: { cn: '评论了项目中的{{object}}', en: 'commented on {{object}} in a project' },
  },
  {
    calls: ['/project/files/comments/remove'],
    name: { cn: '删除项目文件评论', en: 'Delete a comment on a project file' },
    done: {
      cn: '删除了项目中{{object}}的评论',
      en: 'deleted a comment on {{object}} in a project',
    },
  },
];
