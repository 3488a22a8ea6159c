import type { Operation } from '../../shared/operation.js';

/** Shares in the log. */
export const shareOperations: readonly Operation[] = [
  {
    calls: ['/share/add'],
    name: { cn: '分享', en: 'Share' },
    done: { cn: '分享了{{object}}', en: 'shared {{object}}' },
  },
  {
    calls: ['/share/edit'],
    name: { cn: '修改分享', en: 'Change a share' },
    done: { cn: '修改了分享{{object}}', en: 'changed the share {{object}}' },
  },
  {
    calls: ['/share/delete'],
    name: { cn: '删除分享', en: 'Delete a share' },
    done: { cn: '删除了分享{{object}}', en: 'deleted the share {{object}}' },
  },
  {
    calls: ['/share/leave'],
    name: { cn: '移出收到的分享', en: 'Remove a received share' },
    done: {
      cn: '将收到的分享{{object}}移出了列表',
      en: 'removed the received share {{object}} from the list',
    },
  },
  {
    calls: ['/share/link/:id', '/share/download/:id/:verification'],
    name: { cn: '提取链接分享', en: 'Open a share link' },
    done: { cn: '提取了链接分享{{object}}', en: 'opened the share link {{object}}' },
  },
  {
    calls: ['/share/drop/look'],
    name: { cn: '免账号打开收集文件夹', en: 'Open a drop box without an account' },
    done: {
      cn: '免账号打开了收集文件夹{{object}}',
      en: 'opened the drop box {{object}} without an account',
    },
  },
  {
    calls: ['/share/drop/enter'],
    name: { cn: '免账号进入收集文件夹', en: 'Enter a drop box without an account' },
    done: {
      cn: '免账号进入了收集文件夹{{object}}',
      en: 'entered the drop box {{object}} without an account',
    },
  },
  {
    calls: ['/share/drop/uploads'],
    name: { cn: '免账号提交文件', en: 'Add a file without an account' },
    done: {
      cn: '免账号向收集文件夹{{object}}提交了文件',
      en: 'added a file to the drop box {{object}} without an account',
    },
  },
  {
    calls: ['/user/info/save/tome'],
    name: { cn: '保存分享的文件', en: 'Save shared files' },
    done: { cn: '把分享的文件保存到了我的文件', en: 'saved shared files to My files' },
  },
];
