import { ArrowUpOutlined, FolderAddOutlined, FolderFilled, RightOutlined } from '@ant-design/icons';
import { endpoints, limits, type DiskItem } from '@clusterdesk/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../shared/api/call.js';
import { queryKeyOf } from '../../../../shared/api/query.js';
import { Dialog } from '../../../../shared/ui/feedback/dialog.js';
import { ErrorState } from '../../../../shared/ui/feedback/error-state.js';
import { isWithin, parentOf, trailOf } from '../file-names.js';
import { useEndInView } from '../toolbar/use-end-in-view.js';
import { useNewFolder } from '../actions/use-new-folder.js';
import type { MoveCopyMode } from './move-or-copy.js';
import styles from './folder-picker-dialog.module.css';

interface FolderPickerDialogProps {
  mode: MoveCopyMode;
  items: readonly DiskItem[];
  startDir: string;
  onChoose: (dir: string) => void;
  onClose: () => void;
}

/** The folders of a folder, page by page: they come before its files. */
function useFolders(dir: string) {
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(endpoints.disk.list, { path: dir }), 'folders'],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoints.disk.list,
        { path: dir, pageNum: pageParam, size: limits.maxPageSize },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length === limits.maxPageSize && last.at(-1)?.directory ? pages.length : undefined,
    select: ({ pages }) => pages.flat().filter((item) => item.directory),
  });
}

/** Chooses the folder that entries are copied or moved to, and makes a new one there when asked. */
export function FolderPickerDialog({
  mode,
  items,
  startDir,
  ...on
}: FolderPickerDialogProps): ReactNode {
  const { t } = useTranslation(['disk', 'common']);
  const [dir, setDir] = useState(startDir);
  const nav = useEndInView(dir);
  const list = useRef<HTMLUListElement>(null);
  const folders = useFolders(dir);
  const newFolder = useNewFolder(dir, setDir);
  const moving = new Set(items.filter((item) => item.directory).map((item) => item.path));
  const isMovedHome = mode === 'move' && items.every((item) => parentOf(item.path) === dir);
  const isInItself = [...moving].some((path) => isWithin(dir, path));
  const trail = [{ name: t('myFiles'), path: '/' }, ...trailOf(dir)];

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button:not(:disabled)') ?? [])];
    const here = buttons.indexOf(document.activeElement as Element);
    if (step) {
      event.preventDefault();
      (buttons[Math.max(0, Math.min(buttons.length - 1, here + step))] as HTMLElement)?.focus();
    } else if (event.key === 'Backspace' && dir !== '/') {
      setDir(parentOf(dir));
    }
  };
  const title = t(mode === 'copy' ? 'copyTitle' : 'moveTitle', { count: items.length });
  return (
    <Dialog
      open
      title={title}
      okText={t(mode === 'copy' ? 'copyHere' : 'moveHere')}
      okButtonProps={{ disabled: isMovedHome || isInItself }}
      onOk={() => on.onChoose(dir)}
      onCancel={on.onClose}
    >
      <div className={styles['head']}>
        <Button
          size="small"
          icon={<ArrowUpOutlined />}
          disabled={dir === '/'}
          aria-label={t('folderUp')}
          title={t('folderUp')}
          onClick={() => setDir(parentOf(dir))}
        />
        <nav ref={nav} className={styles['trail']} aria-label={t('targetFolder')}>
          {trail.map(({ name, path }) => (
            <button key={path} type="button" disabled={path === dir} onClick={() => setDir(path)}>
              {name}
            </button>
          ))}
        </nav>
        <Button size="small" icon={<FolderAddOutlined />} onClick={newFolder.start}>
          {t('newFolder')}
        </Button>
      </div>
      <div className={styles['frame']} onKeyDown={onKeyDown}>
        {folders.isPending ? (
          <Skeleton active title={false} paragraph={{ rows: 5 }} className={styles['wait'] ?? ''} />
        ) : folders.error ? (
          <ErrorState error={folders.error} onRetry={() => void folders.refetch()} />
        ) : folders.data?.length === 0 ? (
          <p className={styles['none']}>{t('noFolders')}</p>
        ) : (
          <ul ref={list} className={styles['list']} aria-label={t('targetFolder')}>
            {folders.data?.map((folder) => (
              <li key={folder.path}>
                <button
                  type="button"
                  disabled={moving.has(folder.path)}
                  onClick={() => setDir(folder.path)}
                >
                  <FolderFilled aria-hidden />
                  <span>{folder.localPath}</span>
                  <RightOutlined aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        {folders.hasNextPage && (
          <Button
            type="link"
            loading={folders.isFetchingNextPage}
            onClick={() => void folders.fetchNextPage()}
          >
            {t('moreFolders')}
          </Button>
        )}
      </div>
      <p className={styles['note']}>
        {isMovedHome ? t('alreadyThere') : isInItself ? t('insideItself') : ' '}
      </p>
      {newFolder.dialog}
    </Dialog>
  );
}
