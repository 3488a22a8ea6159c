import {
  CheckSquareOutlined,
  CloudDownloadOutlined,
  CopyOutlined,
  DeleteOutlined,
  DesktopOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FolderAddOutlined,
  FolderOpenOutlined,
  RestOutlined,
  ScissorOutlined,
  ShareAltOutlined,
  SnippetsOutlined,
  SwapOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import type { DiskItem } from '@clusterdesk/contracts';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../../shared/api/api-error.js';
import { paths } from '../../../../shared/paths.js';
import type { FileAction } from '../toolbar/file-actions.js';
import { parentOf } from '../file-names.js';
import type { ClipboardActions } from './use-clipboard-actions.js';
import type { Selection } from '../selection/use-selection.js';
import type { MoveCopy } from '../move-copy/use-move-copy.js';

/** What the page needs of others to act. */
interface FolderActionsOptions {
  selection: Selection;
  moveCopy: MoveCopy;
  clipboard: ClipboardActions;
  isSearch: boolean;
  canDownload: boolean;
  onDownload: (paths: string[], isSingleFile: boolean) => void;
  onOpen: (item: DiskItem) => void;
  pickFiles: () => void;
  pickFolder: () => void;
  newFolder: () => void;
  rename: () => void;
  remove: () => void;
  isRemoving: boolean;
  downloadClient: () => void;
  openClient: () => void;
}

/** The page's actions, grouped: for the toolbar, for the menu of entries and for that of the space between them. */
export function useFolderActions(options: FolderActionsOptions): {
  tools: FileAction[][];
  onItems: FileAction[][];
  onBackground: FileAction[][];
} {
  const { t } = useTranslation(['disk', 'common']);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { selection, moveCopy, clipboard } = options;

  /** Does something with what is selected, or says that nothing is (spec part 1 §8). */
  const withSelected = (work: (items: DiskItem[]) => void) => (): void => {
    if (selection.count === 0) {
      void message.warning(t('disk:pickSomething'));
      return;
    }
    const go = (items: DiskItem[] | null): void => void (items && work(items));
    selection.resolve().then(go, (error: unknown) => message.error(messageOf(error)));
  };
  const action = (
    id: string,
    label: string,
    icon: ReactNode,
    run: () => void,
    more: Partial<FileAction> = {},
  ): FileAction => ({ id, label, icon, run, ...more });

  const { single } = selection;
  const uploadFile = action(
    'uploadFile',
    t('disk:uploadFile'),
    <UploadOutlined />,
    options.pickFiles,
  );
  const uploadFolder = action(
    'uploadFolder',
    t('disk:uploadFolder'),
    <FolderOpenOutlined />,
    options.pickFolder,
  );
  const newFolder = action(
    'newFolder',
    t('disk:newFolder'),
    <FolderAddOutlined />,
    options.newFolder,
  );
  const download = action(
    'download',
    t('disk:download'),
    <DownloadOutlined />,
    withSelected((items) =>
      options.onDownload(
        items.map((item) => item.path),
        items.length === 1 && items[0]?.directory === false,
      ),
    ),
  );
  const share = action(
    'share',
    t('disk:share'),
    <ShareAltOutlined />,
    withSelected((items) => void navigate(paths.share(items.map((item) => item.path)))),
  );
  const copyTo = action(
    'copyTo',
    t('disk:copyTo'),
    <CopyOutlined />,
    withSelected((items) => moveCopy.chooseFolder('copy', items)),
  );
  const moveTo = action(
    'moveTo',
    t('disk:moveTo'),
    <SwapOutlined />,
    withSelected((items) => moveCopy.chooseFolder('move', items)),
  );
  const rename = action('rename', t('disk:rename'), <EditOutlined />, options.rename, {
    keys: 'F2',
  });
  const remove = action('delete', t('disk:delete'), <DeleteOutlined />, options.remove, {
    isDangerous: true,
    isBusy: options.isRemoving,
    keys: 'Del',
  });
  const trash = action(
    'trash',
    t('disk:trash'),
    <RestOutlined />,
    () => void navigate(paths.trash),
  );
  const clients = [
    action(
      'downloadClient',
      t('disk:downloadClient'),
      <CloudDownloadOutlined />,
      options.downloadClient,
    ),
    action('openClient', t('disk:openClient'), <DesktopOutlined />, options.openClient),
  ];
  const paste = action('paste', t('disk:paste'), <SnippetsOutlined />, clipboard.paste, {
    keys: 'Ctrl+V',
    isDisabled: !clipboard.canPaste,
  });
  const open = action(
    'open',
    t('disk:open'),
    <EyeOutlined />,
    () => single && options.onOpen(single),
    { keys: 'Enter' },
  );
  const showPlace = action(
    'showPlace',
    t('disk:showPlace'),
    <FolderOpenOutlined />,
    () =>
      single &&
      void navigate(paths.folder(parentOf(single.path)), { state: { select: single.path } }),
  );
  const downloads = options.canDownload ? [download] : [];
  return {
    tools: [
      [uploadFile, uploadFolder, newFolder],
      [...downloads, share],
      [copyTo, moveTo, rename, remove],
      [trash, ...clients],
    ],
    onItems: [
      [...(single ? [open] : []), ...(single && options.isSearch ? [showPlace] : [])],
      [...downloads, share],
      [
        action('copy', t('disk:copy'), <CopyOutlined />, () => clipboard.copyOrCut('copy'), {
          keys: 'Ctrl+C',
        }),
        action('cut', t('disk:cut'), <ScissorOutlined />, () => clipboard.copyOrCut('move'), {
          keys: 'Ctrl+X',
        }),
        copyTo,
        moveTo,
      ],
      [...(single ? [rename] : []), remove],
    ],
    onBackground: [
      ...(options.isSearch ? [] : [[uploadFile, uploadFolder, newFolder], [paste]]),
      [
        action('selectAll', t('common:selectAll'), <CheckSquareOutlined />, selection.all, {
          keys: 'Ctrl+A',
        }),
      ],
      [trash, ...clients],
    ],
  };
}
