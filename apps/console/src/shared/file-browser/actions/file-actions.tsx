import {
  CodeOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FileOutlined,
  FileZipOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  InfoCircleOutlined,
  LinkOutlined,
  ScissorOutlined,
  SnippetsOutlined,
  StarFilled,
  StarOutlined,
  SwapOutlined,
  UploadOutlined,
  CheckSquareOutlined,
} from '@ant-design/icons';
import { messageOf } from '../../api/api-error.js';
import { copyText } from '../../lib/dom/copy-text.js';
import { areFavourites } from '../favourites/use-favourites.js';
import { parentOf } from '../file-names.js';
import { holdsForSelected, type FileRights } from '../file-rights.js';
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

/** Puts the paths of what is selected into the clipboard, and says so. */
const copying =
  ({ t, withSelected, say }: ActionScope, textOf: (paths: string[]) => string) =>
  (): void =>
    withSelected((items) => {
      copyText(textOf(items.map(({ path }) => path))).then(
        () => say('success', t('files:pathCopied', { count: items.length })),
        () => say('error', t('files:pathNotCopied')),
      );
    });

type MakeAction = (scope: ActionScope) => FileAction | null;

/** An action that changes the space: absent where the space is only shown. */
const changing =
  (make: MakeAction): ActionMaker =>
  (scope) =>
    scope.space.changes ? make(scope) : null;

/** One that adds to the folder shown. */
const adding = (make: MakeAction): ActionMaker =>
  changing((scope) => (scope.rights.canAdd ? make(scope) : null));

/** One that takes a right to all that is selected. */
const withRight =
  (right: Exclude<keyof FileRights, 'canAdd'>) =>
  (make: MakeAction): ActionMaker =>
    changing((scope) =>
      holdsForSelected(scope.selection, scope.rights[right]) ? make(scope) : null,
    );
const editing = withRight('canEdit');
const taking = withRight('canTake');

/** By its name: what the server can unpack. */
const isArchive = ({ directory, path }: FileEntry): boolean => !directory && /\.zip$/i.test(path);

/** The actions of the file browser; a page composes its own from them and adds others (`FileActionSet`). */
export const fileActions = {
  /** Files or a folder, as one choice. */
  upload: adding((scope) => ({
    id: 'upload',
    label: scope.t('files:upload'),
    icon: <UploadOutlined />,
    choices: [chooseFiles(scope), chooseFolder(scope)].filter((action) => action !== null),
    run: scope.pickFiles,
  })),
  newFolder: adding(({ t, newFolder }) => ({
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
  copyTo: taking(({ t, withSelected, moveCopy }) => ({
    id: 'copyTo',
    label: t('files:copyTo'),
    icon: <CopyOutlined />,
    run: () => withSelected((items) => moveCopy.chooseFolder('copy', items)),
  })),
  /** The transfers show how far it is: every window of the user hears of it. */
  unzip: taking(({ t, selection: { single }, space, rights, say }) => {
    const unzip = space.changes?.unzip;
    return unzip && single && isArchive(single) && rights.canAdd
      ? {
          id: 'unzip',
          label: t('files:unzip'),
          icon: <FileZipOutlined />,
          run: () =>
            void unzip(single.path).catch((error: unknown) => say('error', messageOf(error))),
        }
      : null;
  }),
  moveTo: editing(({ t, withSelected, moveCopy }) => ({
    id: 'moveTo',
    label: t('files:moveTo'),
    icon: <SwapOutlined />,
    run: () => withSelected((items) => moveCopy.chooseFolder('move', items)),
  })),
  copy: taking(({ t, clipboard }) => ({
    id: 'copy',
    label: t('files:copy'),
    icon: <SnippetsOutlined />,
    keys: 'Ctrl+C',
    run: () => clipboard.copyOrCut('copy'),
  })),
  cut: editing(({ t, clipboard }) => ({
    id: 'cut',
    label: t('files:cut'),
    icon: <ScissorOutlined />,
    keys: 'Ctrl+X',
    run: () => clipboard.copyOrCut('move'),
  })),
  paste: adding(({ t, clipboard }) => ({
    id: 'paste',
    label: t('files:paste'),
    icon: <SnippetsOutlined />,
    keys: 'Ctrl+V',
    isDisabled: !clipboard.canPaste,
    run: clipboard.paste,
  })),
  rename: editing(({ t, selection, rename }) =>
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
  remove: editing(({ t, removing }) => ({
    id: 'delete',
    label: t('files:delete'),
    icon: <DeleteOutlined />,
    keys: 'Del',
    isDangerous: true,
    isBusy: removing.isBusy,
    run: () => void removing.remove(),
  })),
  copyPath: (scope) => ({
    id: 'copyPath',
    label: scope.t('files:copyPath'),
    icon: <LinkOutlined />,
    run: copying(scope, (paths) => paths.join('\n')),
  }),
  copyScriptPath: (scope) => {
    const { scriptWord } = scope.space;
    return scriptWord
      ? {
          id: 'copyScriptPath',
          label: scope.t('files:copyScriptPath'),
          icon: <CodeOutlined />,
          run: copying(scope, (paths) => paths.map(scriptWord).join(' ')),
        }
      : null;
  },
  favourite: ({ t, favourites, selection, withSelected }) => {
    if (!favourites) {
      return null;
    }
    const areMarked = areFavourites(favourites, selection);
    return {
      id: 'favourite',
      label: t(areMarked ? 'files:removeFavourite' : 'files:addFavourite'),
      icon: areMarked ? <StarFilled /> : <StarOutlined />,
      keys: 'Ctrl+D',
      run: () => withSelected((items) => favourites.change(items, !areMarked)),
    };
  },
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
