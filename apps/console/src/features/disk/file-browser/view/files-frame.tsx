import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTableSkeleton } from '../../../../shared/ui/table/data-table-skeleton.js';
import { ErrorState } from '../../../../shared/ui/feedback/error-state.js';
import type { Folder } from '../api/folder.js';
import type { MenuPlace } from '../toolbar/context-menu.js';
import styles from '../files.module.css';

interface FilesFrameProps {
  folder: Folder;
  empty: ReactNode;
  onMenu: (place: MenuPlace) => void;
  /** The files, once there are some. */
  children: ReactNode;
}

/** What stands in the place of the files while they load, when they cannot, and when there are none; the menu works there too. */
export function FilesFrame({ folder, empty, onMenu, children }: FilesFrameProps): ReactNode {
  const { t } = useTranslation('disk');
  const { total, error, retry } = folder;
  if (total !== undefined && total > 0) {
    return children;
  }
  return (
    <div
      className={`card ${styles['filled']}`}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY, isOnItem: false });
      }}
    >
      {total === 0 ? (
        empty
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <DataTableSkeleton label={t('myFiles')} />
      )}
    </div>
  );
}
