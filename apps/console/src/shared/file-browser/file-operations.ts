import type { Operation } from '../operation.js';

/** What is done with files in the log, in all spaces alike. */
export const fileOperations: readonly Operation[] = [
  {
    calls: ['/user/info/mkdir', '/user/info/mkdirs', '/project/mkdir', '/project/mkdirs'],
    name: { cn: '新建文件夹', en: 'Create a folder' },
    done: { cn: '新建了文件夹{{object}}', en: 'created the folder {{object}}' },
  },
  {
    calls: ['/user/info/rename', '/project/renameFile'],
    name: { cn: '重命名', en: 'Rename' },
    done: { cn: '重命名了{{object}}', en: 'renamed {{object}}' },
    variants: [
      {
        fits: ({ object, place }) => object !== '' && place !== '',
        done: { cn: '把{{object}}重命名为{{place}}', en: 'renamed {{object}} to {{place}}' },
      },
    ],
  },
  {
    calls: ['/user/info/hidden/rename'],
    name: { cn: '重命名无法显示的项目', en: 'Rename an item that cannot be shown' },
    done: {
      cn: '重命名了{{object}}中无法显示的项目',
      en: 'renamed an item in {{object}} that could not be shown',
    },
  },
  {
    calls: ['/user/info/dir/delete', '/project/files/delete'],
    name: { cn: '移入回收站', en: 'Move to the trash' },
    done: { cn: '把{{object}}移入了回收站', en: 'moved {{object}} to the trash' },
    variants: [
      {
        fits: ({ object }) => object === '',
        done: { cn: '把文件移入了回收站', en: 'moved files to the trash' },
      },
    ],
  },
  {
    calls: [
      '/user/info/copy',
      '/project/files/copy',
      '/project/importDataFromMyData',
      '/user/info/save/to/project',
      '/project/files/save/tome',
    ],
    name: { cn: '复制', en: 'Copy' },
    done: { cn: '复制了{{object}}', en: 'copied {{object}}' },
    variants: [
      {
        fits: ({ object, place }) => object !== '' && place !== '',
        done: { cn: '把{{object}}复制到了{{place}}', en: 'copied {{object}} to {{place}}' },
      },
    ],
  },
  {
    calls: ['/user/info/unzip', '/project/files/unzip'],
    name: { cn: '解压', en: 'Unpack' },
    done: { cn: '解压了{{object}}', en: 'unpacked {{object}}' },
  },
  {
    calls: ['/user/info/move', '/project/files/move'],
    name: { cn: '移动', en: 'Move' },
    done: { cn: '移动了{{object}}', en: 'moved {{object}}' },
    variants: [
      {
        fits: ({ object, place }) => object !== '' && place !== '',
        done: { cn: '把{{object}}移动到了{{place}}', en: 'moved {{object}} to {{place}}' },
      },
    ],
  },
  {
    calls: ['/user/info/beginTask'],
    name: { cn: '后台处理大量文件', en: 'Work on many files in the background' },
    done: {
      cn: '在后台处理了{{object}}（移动、删除、还原或计算校验值）',
      en: 'had {{object}} moved, deleted, restored or checked in the background',
    },
    variants: [
      {
        fits: ({ details }) => details?.['kind'] === 'move',
        done: { cn: '在后台移动了{{object}}', en: 'moved {{object}} in the background' },
      },
      {
        fits: ({ details }) => details?.['kind'] === 'delete',
        done: {
          cn: '在后台把{{object}}移入了回收站',
          en: 'moved {{object}} to the trash in the background',
        },
      },
      {
        fits: ({ details }) => details?.['kind'] === 'restore',
        done: {
          cn: '在后台从回收站还原了{{object}}',
          en: 'restored {{object}} from the trash in the background',
        },
      },
      {
        fits: ({ details }) => details?.['kind'] === 'purge',
        done: {
          cn: '在后台彻底删除了回收站中的{{object}}',
          en: 'permanently deleted {{object}} of the trash in the background',
        },
      },
      {
        fits: ({ details }) => details?.['kind'] === 'checksum',
        done: {
          cn: '在后台计算了{{object}}的校验值',
          en: 'had the checksum of {{object}} computed in the background',
        },
      },
    ],
  },
  {
    calls: ['/user/info/retryCopy'],
    name: { cn: '重试复制等任务', en: 'Retry a copy or another task' },
    done: { cn: '重试了复制等任务{{object}}', en: 'retried a copy or another task {{object}}' },
  },
  {
    calls: ['/user/info/cancelCopy'],
    name: { cn: '取消复制等任务', en: 'Cancel a copy or another task' },
    done: { cn: '取消了复制等任务{{object}}', en: 'canceled a copy or another task {{object}}' },
  },
  {
    calls: [
      '/user/info/uploadFile',
      '/user/info/uploadFolder',
      '/project/uploadFile',
      '/project/uploadFolder',
      '/uploads',
    ],
    name: { cn: '上传', en: 'Upload' },
    done: { cn: '上传了{{object}}', en: 'uploaded {{object}}' },
  },
  {
    calls: [
      '/user/info/getDownloadFilePath',
      '/project/getDownloadFilePath',
      '/download/apply/download',
      '/share/getDownloadFilePath',
    ],
    name: { cn: '下载', en: 'Download' },
    done: { cn: '下载了{{object}}', en: 'downloaded {{object}}' },
  },
  {
    calls: [
      '/user/info/getPreviewFilePath',
      '/project/getPreviewFilePath',
      '/share/getPreviewFilePath',
    ],
    name: { cn: '预览', en: 'Preview' },
    done: { cn: '预览了{{object}}', en: 'previewed {{object}}' },
  },
  {
    calls: ['/user/info/thumbnail'],
    name: { cn: '查看缩略图', en: 'Look at small pictures' },
    done: { cn: '查看了{{object}}的图片缩略图', en: 'looked at small pictures in {{object}}' },
  },
  {
    calls: ['/user/info/cancelPackage'],
    name: { cn: '取消打包下载', en: 'Cancel a packed download' },
    done: { cn: '取消了打包下载{{object}}', en: 'canceled the packed download {{object}}' },
  },
  {
    calls: ['/user/info/trash/restore', '/project/trash/restore'],
    name: { cn: '从回收站还原', en: 'Restore from the trash' },
    done: { cn: '从回收站还原了{{object}}', en: 'restored {{object}} from the trash' },
  },
  {
    calls: ['/user/info/trash/purge', '/project/trash/purge'],
    name: { cn: '彻底删除', en: 'Delete permanently' },
    done: { cn: '彻底删除了{{object}}', en: 'permanently deleted {{object}}' },
  },
  {
    calls: ['/user/info/trash/empty', '/project/trash/empty'],
    name: { cn: '清空回收站', en: 'Empty the trash' },
    done: { cn: '清空了回收站', en: 'emptied the trash' },
  },
  {
    calls: ['/file/versions/restore'],
    name: { cn: '恢复历史版本', en: 'Restore a version' },
    done: { cn: '恢复了{{object}}的历史版本', en: 'restored a version of {{object}}' },
  },
  {
    calls: ['/file/versions/remove'],
    name: { cn: '删除历史版本', en: 'Delete a version' },
    done: { cn: '删除了{{object}}的历史版本', en: 'deleted a version of {{object}}' },
  },
  {
    calls: ['/file/versions/getDownloadPath'],
    name: { cn: '下载历史版本', en: 'Download a version' },
    done: { cn: '下载了{{object}}的历史版本', en: 'downloaded a version of {{object}}' },
  },
  {
    calls: ['/user/info/disk/setQuota', '/user/info/bulk/quota', '/project/setQuota'],
    name: { cn: '修改配额', en: 'Change a quota' },
    done: { cn: '修改了用户{{object}}的配额', en: 'changed the quota of {{object}}' },
  },
];
