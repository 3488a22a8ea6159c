import { DeleteOutlined, DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { FileButton } from '../../shared/files/file-button.js';
import { ToolBar } from '../../shared/file-browser/toolbar/tool-bar.js';
import { ViewSwitch, type ViewMode } from '../../shared/file-browser/toolbar/view-switch.js';
import { locale } from '../../shared/i18n/i18n.js';
import { LogLines } from '../../shared/log-view/window/log-lines.js';
import { LogStream } from '../../shared/log-view/log-stream.js';
import { LogView } from '../../shared/log-view/log-view.js';
import { EmptyState } from '../../shared/ui/state/empty-state.js';
import { BackLink } from '../../shared/ui/form/back-link.js';
import { ListAndDetail, ListAndDetailSkeleton } from '../../shared/ui/layout/list-and-detail.js';
import { PageHeader } from '../../shared/ui/layout/page-header.js';
import { MenuButton } from '../../shared/ui/menu/menu-button.js';
import type { Column, Sorting } from '../../shared/ui/table/data-table/data-table-types.js';
import { DataTable } from '../../shared/ui/table/data-table/data-table.js';
import { Pager } from '../../shared/ui/table/pager.js';
import { NameButton } from '../../shared/ui/table/name-button.js';
import { RowActions } from '../../shared/ui/table/row-actions.js';
import { SearchBox } from '../../shared/ui/table/search-box.js';
import { sortRows } from '../../shared/ui/table/sorting/sort-rows.js';
import { Frame, Specimen } from './specimen.js';

interface Sample {
  id: string;
  note: string;
  count: number;
}

const samples: Sample[] = Array.from({ length: 60 }, (_, at) => ({
  id: `sample-${at + 1}`,
  note: at % 3 === 0 ? 'A longer remark that takes more room than the others do' : '备注',
  count: (at * 37) % 101,
}));
const columns: Column<Sample>[] = [
  {
    id: 'id',
    title: 'Sample',
    isAlways: true,
    cell: ({ id }) => <NameButton name={id} onOpen={() => undefined} />,
    sortBy: ({ id }) => id,
  },
  { id: 'note', title: 'Note', cell: ({ note }) => note },
  {
    id: 'count',
    title: 'Count',
    align: 'end',
    cell: ({ count }) => count,
    sortBy: ({ count }) => count,
  },
  { id: 'half', title: 'Half', isOptional: true, cell: ({ count }) => count / 2 },
  {
    id: 'actions',
    title: 'Actions',
    align: 'end',
    isActions: true,
    cell: () => (
      <RowActions>
        <a href="#x">Edit</a>
      </RowActions>
    ),
  },
];
const tools = [
  [{ id: 'upload', label: 'Upload', icon: <UploadOutlined />, run: () => undefined }],
  [
    { id: 'download', label: 'Download', icon: <DownloadOutlined />, run: () => undefined },
    {
      id: 'delete',
      label: 'Delete',
      icon: <DeleteOutlined />,
      isDangerous: true,
      run: () => undefined,
    },
  ],
];

function logOf(text: string) {
  const lines = new LogLines();
  lines.append(text);
  return {
    lines,
    version: 1,
    nextOffset: text.length,
    outputBytes: text.length,
    isLive: true,
    isMoving: false,
    attempt: 1,
    hasCaughtUp: true,
    isComplete: true,
    error: null,
  };
}
const log = logOf('plain\n\u001b[31mred line\u001b[0m\n\u001b[1;32mbold green\u001b[0m\n');
// It is short: nothing leads anywhere.
const moves = new LogStream(() => new Promise(() => undefined));

const sortSamples = (rows: Sample[], { id, desc }: Sorting): Sample[] => {
  const sortBy = columns.find((column) => column.id === id)?.sortBy;
  return typeof sortBy === 'function' ? sortRows(rows, sortBy, desc, locale()) : rows;
};

function Table({ rows, error }: { rows?: Sample[]; error?: unknown }): ReactNode {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  return (
    <Frame>
      <DataTable
        name="specimen"
        label="Samples"
        columns={columns}
        rows={rows && sorting ? sortSamples(rows, sorting) : rows}
        rowId={({ id }) => id}
        sorting={sorting}
        onSortingChange={setSorting}
        selection={selection}
        onSelectionChange={setSelection}
        error={error}
        empty={<EmptyState title="No samples" />}
      />
    </Frame>
  );
}

/** Lists, bars and outputs. */
export function DataSpecimens(): ReactNode {
  const [view, setView] = useState<ViewMode>('list');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState({ pageNum: 0, size: 20 });
  return (
    <>
      <Specimen of="PageHeader, SearchBox, ViewSwitch, FileButton, BackLink, MenuButton">
        <BackLink to="/components">Back</BackLink>
        <PageHeader
          isPart
          title="Title"
          extra={
            <>
              <SearchBox value={search} label="Find" onSearch={setSearch} />
              <ViewSwitch view={view} onChange={setView} />
            </>
          }
        >
          <Button type="primary">Add</Button>
          <FileButton
            icon={<UploadOutlined />}
            accept="*"
            onPick={() => undefined}
            onTooMany={() => undefined}
          >
            File
          </FileButton>
          <MenuButton menu={{ items: [{ key: 'one', label: 'One' }] }}>
            <Button>Menu</Button>
          </MenuButton>
        </PageHeader>
      </Specimen>
      <Specimen of="ToolBar">
        <ToolBar groups={tools} lead={<BackLink to="/components">Back</BackLink>} />
      </Specimen>
      <Specimen of="DataTable, ColumnMenu, NameButton, RowActions, DataTableSkeleton">
        <Table rows={samples} />
        <Table rows={[]} />
        <Table error={new Error('The example did not work')} />
        <Table />
      </Specimen>
      <Specimen of="Pager">
        <Pager {...page} total={230} onChange={(pageNum, size) => setPage({ pageNum, size })} />
      </Specimen>
      <Specimen of="ListAndDetail, ListAndDetailSkeleton">
        <Frame>
          <ListAndDetail
            backLabel="All"
            list={<div className="card">List</div>}
            detail={<div className="card">Detail</div>}
          />
          <ListAndDetailSkeleton />
        </Frame>
      </Specimen>
      <Specimen of="LogView">
        <Frame>
          <LogView
            log={log}
            label="Output"
            isOpen={false}
            moves={moves}
            emptyNote="No output."
            onRetry={() => undefined}
          />
        </Frame>
      </Specimen>
    </>
  );
}
