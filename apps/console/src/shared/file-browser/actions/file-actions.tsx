import {
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FileOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  InfoCircleOutlined,
  LinkOutlined,
  ScissorOutlined,
  SnippetsOutlined,
  SwapOutlined,
  UploadOutlined,
  CheckSquareOutlined,
} from '@ant-design/icons';
import { copyText } from '../../lib/dom/copy-text.js';
import { parentOf } from '../file-names.js';
import type { FileEntry } from '../file-space.js';
import type { FileAction } from '../toolbar/file-action.js';
import type { ActionMaker, ActionScope } from './action-scope.js';

const chooseFiles: ActionMaker = ({ t, pickFiles }) => ({
  id: 'uploadFile',
  label: t('files:uploadFile'),
  icon: <FileOutlined />,
  run: pickFiles,
});
const chooseFolder: ActionMaker = ({ t, pickFolder }) => ({
  id: 'uploadFolder',
  label: t('files:uploadFolder'),
  icon: <FolderOpenOutlined />,
  run: pickFolder,
});

/** An action that changes the space: absent where the space is only shown. */
const changing =
  (make: (scope: ActionScope) => FileAction | null): ActionMaker =>
  (scope) =>
    scope.space.changes ? make(scope) : null;

/** The actions of the file browser; a page composes its own from them and adds others (`FileActionSet`). */
export const fileActions = {
  /** Files or a folder, as one choice. */
  upload: changing((scope) => ({
    id: 'upload',
    label: scope.t('files:upload'),
    icon: <UploadOutlined />,
    choices: [chooseFiles(scope), chooseFolder(scope)].filter((action) => action !== null),
    run: scope.pickFiles,
  })),
  newFolder: changing(({ t, newFolder }) => ({
    id: 'newFolder',
    label: t('files:newFolder'),
    icon: <FolderAddOutlined />,
    run: newFolder,
  })),
  open: ({ t, selection, open }) => {
    const { single } = selection;
    return (
      single && {
        id: 'open',
        label: t('files:open'),
        icon: <EyeOutlined />,
        keys: 'Enter',
        run: () => open(single),
      }
    );
  },
  showInFolder: ({ t, selection, isSearch, space, go }) => {
    const { single } = selection;
    return isSearch && single
      ? {
          id: 'showPlace',
          label: t('files:showPlace'),
          icon: <FolderOpenOutlined />,
          run: () => go(space.folderPath(parentOf(single.path)), single.path),
        }
      : null;
  },
  copyTo: changing(({ t, withSelected, moveCopy }) => ({
    id: 'copyTo',
    label: t('files:copyTo'),
    icon: <CopyOutlined />,
    run: () => withSelected((items) => moveCopy.chooseFolder('copy', items)),
  })),
  moveTo: changing(({ t, withSelected, moveCopy }) => ({
    id: 'moveTo',
    label: t('files:moveTo'),
    icon: <SwapOutlined />,
    run: () => withSelected((items) => moveCopy.chooseFolder('move', items)),
  })),
  copy: changing(({ t, clipboard }) => ({
    id: 'copy',
    label: t('files:copy'),
    icon: <SnippetsOutlined />,
    keys: 'Ctrl+C',
    run: () => clipboard.copyOrCut('copy'),
  })),
  cut: changing(({ t, clipboard }) => ({
    id: 'cut',
    label: t('files:cut'),
    icon: <ScissorOutlined />,
    keys: 'Ctrl+X',
    run: () => clipboard.copyOrCut('move'),
  })),
  paste: changing(({ t, clipboard }) => ({
    id: 'paste',
    label: t('files:paste'),
    icon: <SnippetsOutlined />,
    keys: 'Ctrl+V',
    isDisabled: !clipboard.canPaste,
    run: clipboard.paste,
  })),
  rename: changing(({ t, selection, rename }) =>
    selection.single
      ? {
          id: 'rename',
          label: t('files:rename'),
          icon: <EditOutlined />,
          keys: 'F2',
          run: rename,
        }
      : null,
  ),
  remove: changing(({ t, removing }) => ({
    id: 'delete',
    label: t('files:delete'),
    icon: <DeleteOutlined />,
    keys: 'Del',
    isDangerous: true,
    isBusy: removing.isBusy,
    run: () => void removing.remove(),
  })),
  copyPath: ({ t, withSelected, say }) => ({
    id: 'copyPath',
    label: t('files:copyPath'),
    icon: <LinkOutlined />,
    run: () =>
      withSelected((items) => {
        copyText(items.map(({ path }) => path).join('\n')).then(
          () => say('success', t('files:pathCopied', { count: items.length })),
          () => say('error', t('files:pathNotCopied')),
        );
      }),
  }),
  details: ({ t, showDetails }) => ({
    id: 'details',
    label: t('files:details'),
    icon: <InfoCircleOutlined />,
    keys: 'Ctrl+I',
    run: showDetails,
  }),
  selectAll: ({ t, selection, space }) =>
    space.select === 'many'
      ? {
          id: 'selectAll',
          label: t('common:selectAll'),
          icon: <CheckSquareOutlined />,
          keys: 'Ctrl+A',
          run: selection.all,
        }
      : null,
} satisfies Record<string, ActionMaker>;

/** The selected entries as downloads; the feature says how they are had. */
export const downloadAction =
  (onDownload: (items: FileEntry[]) => void): ActionMaker =>
  ({ t, withSelected }) => ({
    id: 'download',
    label: t('files:download'),
    icon: <DownloadOutlined />,
    run: () => withSelected(onDownload),
  });
