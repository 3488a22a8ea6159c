import {
  CloudDownloadOutlined,
  DesktopOutlined,
  PlayCircleOutlined,
  ProjectOutlined,
  RestOutlined,
  ShareAltOutlined,
  StarOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { downloadAction, fileActions } from '../../shared/file-browser/actions/file-actions.js';
import type { ActionMaker, FileActionSet } from '../../shared/file-browser/actions/action-scope.js';
import type { FileEntry } from '../../shared/file-browser/file-space.js';
import { translate } from '../../shared/i18n/i18n.js';
import { paths } from '../../shared/paths.js';

/** What `app` joins My files with, and who may do what. */
export interface DiskActionOptions {
  /** How many entries the trash holds; undefined while that is not known. */
  trashCount: number | undefined;
  canDownload: boolean;
  onDownload: (items: readonly FileEntry[]) => void;
  onDownloadClient: () => void;
  onOpenClient: () => void;
  /** Absent: this user has no projects. */
  onSaveToProject?: (items: readonly FileEntry[]) => void;
  /** Submits a script as a job; absent: this user has no page for jobs. */
  onSubmitJob?: (script: FileEntry) => void;
}

const share: ActionMaker = ({ withSelected, go }) => ({
  id: 'share',
  label: translate('disk:share'),
  icon: <ShareAltOutlined />,
  run: () => withSelected((items) => go(paths.share(items.map(({ path }) => path)))),
});

const saveToProject =
  (onSave: (items: readonly FileEntry[]) => void): ActionMaker =>
  ({ withSelected }) => ({
    id: 'saveToProject',
    label: translate('disk:saveToProject'),
    icon: <ProjectOutlined />,
    run: () => withSelected(onSave),
  });

/** By its name: a shell script, or one that another scheduler would take. */
const isScript = ({ directory, localPath }: FileEntry): boolean =>
  !directory && /\.(sh|bash|slurm|pbs)$/i.test(localPath);

const submitJob =
  (onSubmitJob: (script: FileEntry) => void): ActionMaker =>
  ({ selection: { single } }) =>
    single && isScript(single)
      ? {
          id: 'submitJob',
          label: translate('disk:submitJob'),
          icon: <PlayCircleOutlined />,
          run: () => onSubmitJob(single),
        }
      : null;

const favourites: ActionMaker = ({ go }) => ({
  id: 'favourites',
  label: translate('disk:favourites'),
  icon: <StarOutlined />,
  run: () => go(paths.favourites),
});

const trash =
  (count: number | undefined): ActionMaker =>
  ({ go }) => ({
    id: 'trash',
    label: count ? `${translate('disk:trash')} (${count})` : translate('disk:trash'),
    icon: <RestOutlined />,
    run: () => go(paths.trash),
  });

const client =
  (id: 'downloadClient' | 'openClient', icon: ReactNode, run: () => void): ActionMaker =>
  () => ({ id, label: translate(`disk:${id}`), icon, run });

/** The actions of My files (spec part 1 §2). */
export const diskActions = (options: DiskActionOptions): FileActionSet => ({
  create: [fileActions.upload, fileActions.newFolder],
  selected: [
    [
      ...(options.canDownload ? [downloadAction(options.onDownload)] : []),
      share,
      ...(options.onSaveToProject ? [saveToProject(options.onSaveToProject)] : []),
      ...(options.onSubmitJob ? [submitJob(options.onSubmitJob)] : []),
    ],
    [
      fileActions.unzip,
      fileActions.copyTo,
      fileActions.moveTo,
      fileActions.rename,
      fileActions.remove,
    ],
  ],
  page: [
    favourites,
    trash(options.trashCount),
    client('downloadClient', <CloudDownloadOutlined />, options.onDownloadClient),
    client('openClient', <DesktopOutlined />, options.onOpenClient),
  ],
});
