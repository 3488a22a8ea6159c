import {
  ArrowLeftOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  FolderAddOutlined,
} from '@ant-design/icons';
import type { DiskItem } from '@clusterdesk/contracts';
import { App, Button } from 'antd';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PickedFile } from '../../../shared/files/picked-file.js';
import { currentLanguage } from '../../../shared/i18n/i18n.js';
import { EmptyState } from '../../../shared/ui/empty-state.js';
import { isTyping } from '../../../shared/ui/is-typing.js';
import { PageHeader } from '../../../shared/ui/page-header.js';
import { useFolder, useFolderNews } from '../api/folder.js';
import { FolderBreadcrumb, folderAddress } from '../components/breadcrumb.js';
import { DropArea } from '../components/drop-area.js';
import { FilesGrid } from '../components/files-grid.js';
import { FilesTable } from '../components/files-table.js';
import styles from '../components/files.module.css';
import { ToolButton } from '../components/tool-button.js';
import { UploadButtons } from '../components/upload-buttons.js';
import { useFileActions } from '../components/use-file-actions.js';
import { useFreshItems } from '../components/use-fresh-items.js';
import { ViewChoices, type FilesSort, type FilesView } from '../components/view-choices.js';
import { parentOf, sortItems } from '../file-names.js';

interface MyFilesPageProps {
  canDownload: boolean;
  onUpload: (dir: string, picked: PickedFile[]) => void;
  onDownload: (paths: string[], isSingleFile: boolean) => void;
}

const storedView = (): FilesView =>
  localStorage.getItem('filesView') === 'grid' ? 'grid' : 'list';

/** My files (spec part 1 §2). The folder and the search stand in the address, so that reload and back work. */
export function MyFilesPage(props: MyFilesPageProps): ReactNode {
  const [search] = useSearchParams();
  const dir = search.get('dir') || '/';
  const key = search.get('key') ?? '';
  const [view, setView] = useState(storedView);
  const [sort, setSort] = useState<FilesSort>({ key: 'name', isDescending: false });
  const changeView = (next: FilesView): void => {
    localStorage.setItem('filesView', next);
    setView(next);
  };
  return (
    <Folder
      key={`${dir}?${key}`}
      {...props}
      dir={dir}
      searched={key}
      view={view}
      onViewChange={changeView}
      sort={sort}
      onSortChange={setSort}
    />
  );
}

interface FolderProps extends MyFilesPageProps {
  dir: string;
  searched: string;
  view: FilesView;
  onViewChange: (view: FilesView) => void;
  sort: FilesSort;
  onSortChange: (sort: FilesSort) => void;
}

function Folder(props: FolderProps): ReactNode {
  const { dir, searched, sort, view } = props;
  const { t } = useTranslation(['disk', 'common']);
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const folder = useFolder(dir, searched);
  useFolderNews(dir, searched !== '');
  const items = useMemo(
    () =>
      folder.data &&
      sortItems(
        folder.data.result,
        sort.key,
        sort.isDescending,
        currentLanguage() === 'cn' ? 'zh-CN' : 'en',
      ),
    [folder.data, sort],
  );
  const isFresh = useFreshItems(`${dir}?${searched}`, folder.data?.result);
  // What has gone meanwhile is not selected any more.
  const selected = useMemo(
    () => (items ?? []).filter((item) => chosen.has(item.path)),
    [items, chosen],
  );
  const selection = useMemo(() => new Set(selected.map((item) => item.path)), [selected]);
  const actions = useFileActions(dir, selected, () => setChosen(new Set()));

  const open = (item: DiskItem): void => {
    if (item.directory) {
      void navigate(folderAddress(item.path));
    }
  };
  const find = (key: string): void => {
    const query = new URLSearchParams({ ...(dir === '/' ? {} : { dir }), ...(key ? { key } : {}) });
    void navigate({ pathname: '/myDoc', search: query.toString() });
  };
  const download = (): void => {
    const [first] = selected;
    if (!first) {
      message.warning(t('disk:pickSomething'));
      return;
    }
    props.onDownload(
      selected.map((item) => item.path),
      selected.length === 1 && !first.directory,
    );
  };
  const pick = (picked: PickedFile[]): void => props.onUpload(dir, picked);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isTyping(event.target)) {
      return;
    }
    const act = {
      F2: actions.startRename,
      Delete: () => void actions.remove(),
      Backspace: () => dir !== '/' && void navigate(folderAddress(parentOf(dir))),
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    }
  };

  const empty = searched ? (
    <EmptyState
      title={t('disk:searchEmpty', { key: searched })}
      hint={t('disk:searchEmptyHint')}
      action={<Button onClick={() => find('')}>{t('disk:leaveSearch')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('disk:emptyTitle')}
      hint={t('disk:emptyHint')}
      action={<Button onClick={actions.startNewFolder}>{t('disk:newFolder')}</Button>}
    />
  );
  const shared = {
    selection,
    onSelectionChange: setChosen,
    onOpen: open,
    isFresh,
  };
  return (
    <div className={styles['page']}>
      <PageHeader
        extra={
          <ViewChoices
            searched={searched}
            onSearch={find}
            view={view}
            onViewChange={props.onViewChange}
            sort={sort}
            onSortChange={props.onSortChange}
          />
        }
      >
        <UploadButtons onPick={pick} />
        <ToolButton
          label={t('disk:newFolder')}
          icon={<FolderAddOutlined />}
          onClick={actions.startNewFolder}
        />
        {props.canDownload && (
          <ToolButton label={t('disk:download')} icon={<DownloadOutlined />} onClick={download} />
        )}
        <ToolButton
          label={t('disk:rename')}
          icon={<EditOutlined />}
          onClick={actions.startRename}
        />
        <ToolButton
          isDangerous
          label={t('disk:delete')}
          icon={<DeleteOutlined />}
          onClick={() => void actions.remove()}
        />
      </PageHeader>
      <div className={styles['trailRow']}>
        <FolderBreadcrumb dir={dir} />
        <span className={styles['count']} aria-live="polite">
          {selected.length > 0
            ? t('disk:selected', { count: selected.length })
            : items && t('common:total', { count: items.length })}
        </span>
      </div>
      {searched && (
        <p className={styles['found']}>
          <Button type="text" size="small" icon={<ArrowLeftOutlined />} onClick={() => find('')}>
            {t('disk:leaveSearch')}
          </Button>
          {t('disk:searchResult', { key: searched })}
          {folder.data?.message && ` · ${folder.data.message}`}
        </p>
      )}
      <DropArea onPick={pick} onUnreadable={() => message.error(t('common:failed'))}>
        <div className={styles['content']} onKeyDown={onKeyDown}>
          {view === 'grid' && items && items.length > 0 ? (
            <FilesGrid items={items} {...shared} />
          ) : (
            <FilesTable
              items={items}
              showsPlace={searched !== ''}
              sort={sort}
              onSortChange={props.onSortChange}
              {...shared}
              error={folder.error}
              onRetry={() => void folder.refetch()}
              empty={empty}
            />
          )}
        </div>
      </DropArea>
      {actions.dialog}
    </div>
  );
}
