import {
  ArrowUpOutlined,
  FileTextOutlined,
  FolderAddOutlined,
  FolderFilled,
  RightOutlined,
} from '@ant-design/icons';
import { limits } from '@clusterdesk/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.js';
import { ErrorState } from '../../ui/state/error-state.js';
import { useNewFolder } from '../actions/use-new-folder.js';
import { parentOf, trailOf } from '../file-names.js';
import { fileKeys, type FileEntry, type FileSpace } from '../file-space.js';
import { useEndInView } from './use-end-in-view.js';
import { FileName } from '../../files/file-name.js';
import styles from './folder-picker-dialog.module.css';

interface FolderPickerDialogProps {
  space: FileSpace;
  title: string;
  /** The button that chooses the folder shown; "Choose this folder" unless said. */
  okText?: string;
  /** The folder shown first; the top unless said. */
  startDir?: string;
  /** Folders that cannot be entered. */
  isClosed?: (path: string) => boolean;
  /** Why the folder shown cannot be chosen, as a sentence; null: it can. */
  problemOf?: (dir: string) => string | null;
  /** Chooses the folder shown; absent: only a file is chosen. */
  onPick?: (dir: string) => void;
  /** Shows the files that fit as well, and hears of the one that is chosen. */
  files?: { fits: (file: FileEntry) => boolean; onPick: (file: FileEntry) => void };
  onClose: () => void;
}

/** The folders of a folder, page by page: they come before its files, of which those are shown that fit. */
function useFolders(space: FileSpace, dir: string, fits?: (file: FileEntry) => boolean) {
  return useInfiniteQuery({
    queryKey: [...fileKeys.list(space.ref, dir), 'folders', fits !== undefined],
    queryFn: ({ pageParam, signal }) =>
      space.list(
        dir,
        { pageNum: pageParam, size: limits.maxPageSize, sort: 'name', order: 'asc' },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length === limits.maxPageSize && (fits || last.at(-1)?.directory)
        ? pages.length
        : undefined,
    select: ({ pages }) => pages.flat().filter((item) => item.directory || fits?.(item)),
  });
}

/** Chooses a folder of a space, and makes a new one there where the space allows it; or a file of the kind that is asked for. */
export function FolderPickerDialog(props: FolderPickerDialogProps): ReactNode {
  const { space, startDir = '/', isClosed = () => false, problemOf = () => null } = props;
  const { t } = useTranslation(['files', 'common']);
  const [dir, setDir] = useState(startDir);
  const nav = useEndInView(dir);
  const list = useRef<HTMLUListElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const folders = useFolders(space, dir, props.files?.fits);
  const hasEntered = useRef(false);
  const enter = (path: string): void => {
    hasEntered.current = true;
    setDir(path);
  };
  // The button that was pressed is gone, or pressed in: the focus goes on in the folder that it led to, or in its trail.
  useEffect(() => {
    if (hasEntered.current && !folders.isPending) {
      hasEntered.current = false;
      const first = list.current?.querySelector<HTMLElement>('button:not(:disabled)');
      const inTrail = head.current?.querySelectorAll<HTMLElement>('nav button:not(:disabled)');
      (first ?? [...(inTrail ?? [])].at(-1))?.focus();
    }
  }, [dir, folders.isPending]);
  const newFolder = useNewFolder(space, dir, setDir);
  const problem = problemOf(dir);
  const trail = [{ name: space.rootLabel(), path: '/' }, ...trailOf(dir)];

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button:not(:disabled)') ?? [])];
    const here = buttons.indexOf(document.activeElement as Element);
    if (step) {
      event.preventDefault();
      (buttons[Math.max(0, Math.min(buttons.length - 1, here + step))] as HTMLElement)?.focus();
    } else if (event.key === 'Backspace' && dir !== '/') {
      enter(parentOf(dir));
    }
  };
  return (
    <Dialog
      open
      title={props.title}
      okText={props.okText ?? t('files:pickFolder')}
      okButtonProps={{ disabled: problem !== null }}
      onOk={() => props.onPick?.(dir)}
      {...(props.onPick ? {} : { footer: null })}
      onCancel={props.onClose}
    >
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble up from the trail inside */}
      <div ref={head} className={styles['head']} onKeyDown={onKeyDown}>
        <Button
          size="small"
          icon={<ArrowUpOutlined />}
          disabled={dir === '/'}
          aria-label={t('files:folderUp')}
          title={t('files:folderUp')}
          onClick={() => setDir(parentOf(dir))}
        />
        <nav ref={nav} className={styles['trail']} aria-label={t('files:targetFolder')}>
          {trail.map(({ name, path }) => (
            <button key={path} type="button" disabled={path === dir} onClick={() => enter(path)}>
              {name}
            </button>
          ))}
        </nav>
        {space.changes && props.onPick && (
          <Button size="small" icon={<FolderAddOutlined />} onClick={newFolder.start}>
            {t('files:newFolder')}
          </Button>
        )}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble up from the list inside */}
      <div className={styles['frame']} onKeyDown={onKeyDown}>
        {folders.isPending ? (
          <Skeleton active title={false} paragraph={{ rows: 5 }} className={styles['wait'] ?? ''} />
        ) : folders.error ? (
          <ErrorState error={folders.error} onRetry={() => void folders.refetch()} />
        ) : folders.data?.length === 0 ? (
          <p className={styles['none']}>
            {t(props.files ? 'files:noFittingFiles' : 'files:noFolders')}
          </p>
        ) : (
          <ul ref={list} className={styles['list']} aria-label={t('files:targetFolder')}>
            {folders.data?.map((folder) => (
              <li key={folder.path}>
                <button
                  type="button"
                  disabled={isClosed(folder.path)}
                  onClick={() =>
                    folder.directory ? enter(folder.path) : props.files?.onPick(folder)
                  }
                >
                  {folder.directory ? <FolderFilled /> : <FileTextOutlined />}
                  <span>
                    <FileName name={folder.localPath} />
                  </span>
                  {folder.directory && <RightOutlined />}
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
            {t('files:moreFolders')}
          </Button>
        )}
      </div>
      <p className={styles['note']}>{problem ?? ' '}</p>
      {newFolder.dialog}
    </Dialog>
  );
}
