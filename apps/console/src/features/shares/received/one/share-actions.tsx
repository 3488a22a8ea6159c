import { DownloadOutlined, ImportOutlined, MinusCircleOutlined } from '@ant-design/icons';
import type {
  ActionMaker,
  ActionScope,
  FileActionSet,
} from '../../../../shared/file-browser/actions/action-scope.js';
import { downloadAction } from '../../../../shared/file-browser/actions/file-actions.js';
import { folderAt } from '../../../../shared/file-browser/file-names.js';
import type { FileEntry } from '../../../../shared/file-browser/file-space.js';
import { messageOf } from '../../../../shared/api/api-error.js';
import { translate } from '../../../../shared/i18n/i18n.js';

type Take = (items: readonly FileEntry[]) => void;

/** What may be done with a share; absent: this user may not, or the share gives nothing any more. */
export interface ShareActionOptions {
  onDownload?: Take;
  onSave?: Take;
  onLeave: () => void;
  /** What stands at the top of the share. @throws ApiError */
  topEntries: () => Promise<FileEntry[]>;
}

/** All of the folder shown: at the top everything that is shared, below it the folder itself. */
async function allOf({ dir }: ActionScope, options: ShareActionOptions): Promise<FileEntry[]> {
  return dir === '/' ? options.topEntries() : [folderAt(dir)];
}

const takeAll =
  (
    id: 'downloadAll' | 'saveAll',
    icon: React.ReactNode,
    take: Take,
    options: ShareActionOptions,
  ): ActionMaker =>
  (scope) => ({
    id,
    label: translate(`receivedShares:${id}`),
    icon,
    run: () =>
      void allOf(scope, options).then(
        (items) =>
          items.length > 0
            ? take(items)
            : scope.say('error', translate('receivedShares:nothingLeft')),
        (error: unknown) => scope.say('error', messageOf(error)),
      ),
  });

const saveAction =
  (onSave: Take): ActionMaker =>
  ({ withSelected }) => ({
    id: 'save',
    label: translate('receivedShares:save'),
    icon: <ImportOutlined />,
    run: () => withSelected(onSave),
  });

const leaveAction =
  (onLeave: () => void): ActionMaker =>
  () => ({
    id: 'leave',
    label: translate('receivedShares:leave'),
    icon: <MinusCircleOutlined />,
    isDangerous: true,
    run: onLeave,
  });

/** The actions of a received share: all of it, what is selected, and taking it off the list. */
export function shareActions(options: ShareActionOptions): FileActionSet {
  const { onDownload, onSave } = options;
  return {
    create: [
      ...(onDownload ? [takeAll('downloadAll', <DownloadOutlined />, onDownload, options)] : []),
      ...(onSave ? [takeAll('saveAll', <ImportOutlined />, onSave, options)] : []),
    ],
    selected: [
      [
        ...(onDownload ? [downloadAction(onDownload)] : []),
        ...(onSave ? [saveAction(onSave)] : []),
      ],
    ],
    page: [leaveAction(options.onLeave)],
  };
}
