import { FolderOpenOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { isGone, isRefusal, messageOf } from '../../api/api-error.js';
import { EmptyState } from '../../ui/state/empty-state.js';
import { ErrorState } from '../../ui/state/error-state.js';
import { DataTableSkeleton } from '../../ui/table/data-table/data-table-skeleton.js';
import type { Folder } from '../api/folder.js';
import { useFilesKeys, type FilesKeyActions } from '../input/use-files-keys.js';
import type { Selection } from '../selection/use-selection.js';
import type { MenuPlace } from '../toolbar/context-menu.js';
import styles from '../files.module.css';

interface FilesFrameProps {
  /** What takes the keys, as in `FilesView`. */
  frame: RefObject<HTMLDivElement | null>;
  folder: Folder;
  selection: Selection;
  keyActions: Omit<FilesKeyActions, 'open' | 'menu'>;
  label: string;
  empty: ReactNode;
  onMenu: (place: MenuPlace) => void;
  /** Leads out of a folder that is gone; null at the top. */
  onLeave: (() => void) | null;
  /** The files, once there are some. */
  children: ReactNode;
}

/** What stands in the place of the files while they load, when they cannot, and when there are none; keys and menu work there too. */
export function FilesFrame(props: FilesFrameProps): ReactNode {
  const { folder } = props;
  const { error } = folder;
  if (isRefusal(error)) {
    return <NoFolder error={error} onLeave={props.onLeave} onRetry={folder.retry} />;
  }
  return folder.total !== undefined && folder.total > 0 ? (
    props.children
  ) : (
    <WithoutFiles {...props} />
  );
}

function WithoutFiles(props: FilesFrameProps): ReactNode {
  const { frame, folder, selection, label, onMenu } = props;
  const { total, error, retry } = folder;
  const onKeyDown = useFilesKeys({
    folder,
    selection,
    perRow: 1,
    rowsInView: () => 1,
    actions: {
      ...props.keyActions,
      open: () => undefined,
      menu: () => {
        const box = frame.current?.getBoundingClientRect();
        onMenu({ x: (box?.left ?? 0) + 72, y: (box?.top ?? 0) + 24, isOnItem: false });
      },
    },
  });
  const isEmpty = total === 0;
  useEffect(() => {
    if (isEmpty && document.activeElement === document.body) {
      frame.current?.focus({ preventScroll: true });
    }
  }, [frame, isEmpty]);
  return (
    <div
      ref={frame}
      role="group"
      aria-label={label}
      tabIndex={isEmpty ? 0 : -1}
      className={`card ${styles['filled']}`}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY, isOnItem: false });
      }}
    >
      {isEmpty ? (
        props.empty
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <DataTableSkeleton label={label} />
      )}
    </div>
  );
}

/** The folder was moved or deleted meanwhile, or is not the viewer's to see: trying again would not help, the way up leads on. */
function NoFolder({
  error,
  onLeave,
  onRetry,
}: {
  error: unknown;
  onLeave: (() => void) | null;
  onRetry: () => void;
}): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  return (
    <div className={`card ${styles['filled']}`} role="alert">
      <EmptyState
        icon={<FolderOpenOutlined />}
        title={t(isGone(error) ? 'files:goneTitle' : 'files:refusedTitle')}
        hint={isGone(error) ? t('files:goneHint') : messageOf(error)}
        action={
          onLeave ? (
            <Button type="primary" onClick={onLeave}>
              {t('files:folderUp')}
            </Button>
          ) : (
            <Button onClick={onRetry}>{t('common:retry')}</Button>
          )
        }
      />
    </div>
  );
}
