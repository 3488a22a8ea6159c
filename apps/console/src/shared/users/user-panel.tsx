import type { UserOption } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/state/empty-state.js';
import { DataTable } from '../ui/table/data-table/data-table.js';
import { Pager } from '../ui/table/pager.js';
import { SearchBox } from '../ui/table/search-box.js';
import { usePageState } from '../ui/table/use-page-state.js';
import styles from './user-transfer.module.css';

interface UserPanelProps {
  title: string;
  query: { rows: readonly UserOption[] | undefined; error: unknown; refetch: () => unknown };
  /** True when there are more than these, which only a search shows. */
  isAtLeast?: boolean;
  find: string;
  onFind: (text: string) => void;
  /** What the search field is called. */
  label: string;
  empty: string;
  /** What moving the picked ones to the other list is called. */
  move: { icon: ReactNode; text: string };
  onMove: (picked: UserOption[]) => void;
}

const firstSize = 20;

/** One of the two lists: its people, a search, and moving those that are picked. */
export function UserPanel(props: UserPanelProps): ReactNode {
  const { t } = useTranslation('common');
  const { rows, error, refetch } = props.query;
  const page = usePageState(firstSize);
  const [picked, setPicked] = useState<ReadonlyMap<string, UserOption>>(new Map());
  const columns = useMemo(
    () => [
      {
        id: 'userName',
        title: t('userName'),
        isAlways: true,
        cell: (user: UserOption) => user.userName,
      },
      { id: 'realName', title: t('realName'), cell: (user: UserOption) => user.realName || '–' },
    ],
    [t],
  );
  const total = rows?.length ?? 0;
  const pageNum = Math.min(page.pageNum, Math.max(0, Math.ceil(total / page.size) - 1));
  const shown = rows?.slice(pageNum * page.size, (pageNum + 1) * page.size);
  const pick = (ids: ReadonlySet<string>): void => {
    const known = new Map([...picked, ...(shown ?? []).map((user) => [user.id, user] as const)]);
    setPicked(new Map([...known].filter(([id]) => ids.has(id))));
  };
  const title = useRef<HTMLHeadingElement>(null);
  const move = (): void => {
    props.onMove([...picked.values()]);
    setPicked(new Map());
    // The button has nothing to move now, and what is disabled loses the focus to nowhere.
    title.current?.focus();
  };
  const found = new Set(rows?.map(({ id }) => id));
  const hidden = rows ? [...picked.keys()].filter((id) => !found.has(id)).length : 0;
  return (
    <section className={`card ${styles['panel']}`} aria-label={props.title}>
      <header>
        <h2 ref={title} tabIndex={-1}>
          {props.title}{' '}
          <span className="soft small">
            {rows && `${String(rows.length)}${props.isAtLeast ? '+' : ''}`}
          </span>
        </h2>
        <Button icon={props.move.icon} disabled={picked.size === 0} onClick={move}>
          {props.move.text}
          {picked.size > 0 && ` (${String(picked.size)})`}
        </Button>
      </header>
      <SearchBox
        value={props.find}
        label={props.label}
        landmark={props.label}
        onSearch={(text) => {
          props.onFind(text);
          page.toFirst();
        }}
      />
      <p className="soft small" role="status">
        {hidden > 0 && t('pickedHidden', { count: hidden })}
      </p>
      <DataTable
        label={props.title}
        columns={columns}
        rows={shown}
        rowId={({ id }) => id}
        rowName={({ userName }) => userName}
        isPicker
        selection={new Set(picked.keys())}
        onSelectionChange={pick}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title={props.empty} />}
      />
      {total > firstSize && (
        <Pager
          pageNum={pageNum}
          size={page.size}
          total={total}
          sizes={[10, firstSize, 50]}
          isAtLeast={props.isAtLeast ?? false}
          onChange={page.setPage}
        />
      )}
    </section>
  );
}
