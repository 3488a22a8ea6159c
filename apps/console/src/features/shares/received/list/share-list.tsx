import {
  DownloadOutlined,
  ImportOutlined,
  InboxOutlined,
  LinkOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import type { ShareRow } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messageOf } from '../../../../shared/api/api-error.js';
import type { FileEntry } from '../../../../shared/file-browser/file-space.js';
import type { FileAction } from '../../../../shared/file-browser/toolbar/file-action.js';
import { ToolBar } from '../../../../shared/file-browser/toolbar/tool-bar.js';
import { paths } from '../../../../shared/paths.js';
import { useListView } from '../../../../shared/ui/table/list-url.js';
import { ListPage } from '../../../../shared/ui/table/list-page.js';
import { receivedPage, topEntries } from '../api/received-shares.js';
import { useLeaveShares } from '../api/use-leave-shares.js';
import styles from '../components/received.module.css';
import { RedeemDialog } from '../redeem/redeem-dialog.js';
import { shareName } from '../../share-link.js';
import { shareColumns } from './share-columns.js';
import { useMessages } from '../../../../shared/ui/messages/messages.js';

const filterNames = ['search'] as const;

interface ShareListProps {
  /** Why a link could not be opened; null: nothing to say. */
  problem: string | null;
  onProblemRead: () => void;
  /** The id of a link that came without its code; null: none. */
  askedId: string | null;
  /** Absent: this user may not download. */
  onDownload?: (shareId: string, items: readonly FileEntry[]) => void;
  /** Absent: this user has no disk. */
  onSave?: (shareId: string, items: readonly FileEntry[]) => void;
}

/** Calls `act` with what stands at the top of a share; says so when that is nothing, or cannot be had. */
function useWithEntries() {
  const { t } = useTranslation('receivedShares');
  const { message } = useMessages();
  return async (
    { id }: ShareRow,
    act: (shareId: string, items: readonly FileEntry[]) => void,
  ): Promise<void> => {
    try {
      const items = await topEntries(id);
      if (items.length > 0) {
        act(id, items);
      } else {
        void message.warning(t('nothingLeft'));
      }
    } catch (error) {
      void message.error(messageOf(error));
    }
  };
}

/** The shares that others made for the user, or whose link was opened (spec part 1 §2). */
export function ShareList(props: ShareListProps): ReactNode {
  const { onDownload, onSave } = props;
  const { t } = useTranslation(['receivedShares', 'files']);
  const navigate = useNavigate();
  const view = useListView(filterNames);
  const { pageNum, size, filter } = view;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isRedeeming, setIsRedeeming] = useState(props.askedId !== null);
  const shares = useQuery({
    ...receivedPage({ pageNum, size, ...(filter.search && { search: filter.search }) }),
    placeholderData: keepPreviousData,
  });
  const { leave, isBusy } = useLeaveShares();
  const withEntries = useWithEntries();
  const selected = (shares.data?.data ?? []).filter(({ id }) => chosen.has(id));

  // Columns stay the same while only what they call is another function.
  const latest = useRef({ onDownload, onSave, withEntries });
  useEffect(() => {
    latest.current = { onDownload, onSave, withEntries };
  });
  const mayDownload = onDownload !== undefined;
  const maySave = onSave !== undefined;
  const columns = useMemo(() => {
    const take = (which: 'onDownload' | 'onSave') => (share: ShareRow) => {
      const act = latest.current[which];
      void (act && latest.current.withEntries(share, act));
    };
    return shareColumns(t, {
      ...(mayDownload && { download: take('onDownload') }),
      ...(maySave && { save: take('onSave') }),
      leave: (share) => void leave([share]),
    });
  }, [t, leave, mayDownload, maySave]);

  const [only, ...others] = selected;
  const gives = only && others.length === 0 && !only.isDropBox && only.canDownload;
  const single = gives ? only : null;
  const tools: FileAction[][] = [
    [
      {
        id: 'redeem',
        label: t('redeemTitle'),
        icon: <LinkOutlined />,
        run: () => setIsRedeeming(true),
      },
    ],
  ];
  const selectedTools: FileAction[][] = [
    [
      ...(single && onDownload
        ? [
            {
              id: 'download',
              label: t('download'),
              icon: <DownloadOutlined />,
              run: () => void withEntries(single, onDownload),
            },
          ]
        : []),
      ...(single && onSave
        ? [
            {
              id: 'save',
              label: t('save'),
              icon: <ImportOutlined />,
              run: () => void withEntries(single, onSave),
            },
          ]
        : []),
      {
        id: 'leave',
        label: t('leave'),
        icon: <MinusCircleOutlined />,
        isDangerous: true,
        isBusy,
        run: () => void leave(selected).then((isDone) => isDone && setChosen(new Set())),
      },
    ],
  ];
  const isSelecting = selected.length > 0;
  return (
    <ListPage
      name="receivedShares"
      label={t('title')}
      actions={
        <ToolBar
          key={isSelecting ? 'selected' : 'none'}
          groups={isSelecting ? selectedTools : tools}
          hasPrimary={!isSelecting}
          isSelecting={isSelecting}
          lead={
            isSelecting && (
              <span aria-live="polite">{t('files:selected', { count: selected.length })}</span>
            )
          }
        />
      }
      search={view.searchBox('search', t('find'))}
      note={
        props.problem !== null && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('redeemFailed')}
            description={props.problem}
            closable={{ onClose: props.onProblemRead }}
            className={styles['notice'] ?? ''}
          />
        )
      }
      columns={columns}
      query={shares}
      pageOf={({ data, total }) => ({ rows: data, total })}
      page={view}
      rowId={({ id }) => id}
      rowName={shareName}
      selection={chosen}
      onSelectionChange={setChosen}
      onOpen={({ id }) => void navigate(paths.receivedShare(id))}
      noMatch={t('noMatch')}
      empty={{
        icon: <InboxOutlined />,
        title: t('emptyTitle'),
        hint: t('emptyHint'),
        action: <Button onClick={() => setIsRedeeming(true)}>{t('redeemTitle')}</Button>,
      }}
    >
      {isRedeeming && (
        <RedeemDialog
          {...(props.askedId !== null && { id: props.askedId })}
          onClose={() => setIsRedeeming(false)}
        />
      )}
    </ListPage>
  );
}
