import { PlusOutlined } from '@ant-design/icons';
import userIcon from '@ant-design/icons-svg/es/asn/UserOutlined';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../shared/api/api-error.js';
import { FileName } from '../../shared/files/file-name.js';
import { FileIcon } from '../../shared/file-browser/view/entry/file-icon.js';
import { RelativeTime, TimeText } from '../../shared/lib/time/time-text.js';
import { palettes } from '../../shared/theme/tokens.js';
import { ConfirmByTyping } from '../../shared/ui/dialog/confirm-by-typing.js';
import { CopyButton } from '../../shared/ui/action/copy-button.js';
import { DetailDrawer } from '../../shared/ui/dialog/detail-drawer.js';
import { Dialog } from '../../shared/ui/dialog/dialog.js';
import { RefusalsDialog } from '../../shared/ui/dialog/refusals-dialog.js';
import { EmptyState } from '../../shared/ui/state/empty-state.js';
import { ErrorState } from '../../shared/ui/state/error-state.js';
import { LinkButton } from '../../shared/ui/action/link-button.js';
import { NameConflictDialog } from '../../shared/ui/dialog/name-conflict-dialog.js';
import { PageState } from '../../shared/ui/state/page-state.js';
import { RegionBoundary } from '../../shared/ui/state/region-boundary.js';
import { RequestId } from '../../shared/ui/state/request-id.js';
import { SelectionBar } from '../../shared/ui/action/selection-bar.js';
import { SizeText } from '../../shared/ui/text/size-text.js';
import { StatusTag } from '../../shared/ui/text/status-tag.js';
import { useConfirm } from '../../shared/ui/dialog/use-confirm.js';
import { useUndoNotice } from '../../shared/ui/action/use-undo-notice.js';
import { BrandMark } from '../../shared/ui/layout/brand-mark.js';
import { DetailList } from '../../shared/ui/layout/detail-list.js';
import { PlainIcon } from '../../shared/ui/layout/plain-icon.js';
import styles from './components-page.module.css';
import { Row, Specimen } from './specimen.js';

const states = ['ok', 'waiting', 'bad', 'running', 'quiet'] as const;
const home = '/components';
const failure = new ApiError(500, 'EXAMPLE', 'The example did not work', {}, '5d0c1e7a-0001');
const fileNames = [
  'counts.tsv.gz',
  'treated-vs-control_normalized_counts_batch-corrected_v12_final.tsv.gz',
  '这是一个非常长的文件名称用来测试省略号的位置第二版.docx',
  'קובץ עם שם ארוך מאוד בעברית לבדיקת כיוון.pdf',
  '👩‍👩‍👧‍👦👩‍👩‍👧‍👦 family photos of the summer school.jpeg',
  ' blanks at both ends ',
];

function Broken(): ReactNode {
  throw failure;
}

function Questions(): ReactNode {
  const confirm = useConfirm();
  const undoNotice = useUndoNotice();
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'typing' | 'conflict' | 'refusals' | null>(
    null,
  );
  const close = (): void => setOpen(null);
  return (
    <Row>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('drawer')}>DetailDrawer</Button>
      <Button onClick={() => setOpen('typing')}>ConfirmByTyping</Button>
      <Button onClick={() => setOpen('conflict')}>NameConflictDialog</Button>
      <Button onClick={() => setOpen('refusals')}>RefusalsDialog</Button>
      <Button onClick={() => void confirm({ title: 'Title', hint: 'Hint', isDangerous: true })}>
        useConfirm
      </Button>
      <Button onClick={() => undoNotice('Done', () => Promise.resolve('Undone'))}>
        useUndoNotice
      </Button>
      {open === 'dialog' && (
        <Dialog open title="Title" onOk={close} onCancel={close}>
          Content
        </Dialog>
      )}
      {open === 'drawer' && (
        <DetailDrawer size={400} title="Title" footer={<Button>Button</Button>} onClose={close}>
          Content
        </DetailDrawer>
      )}
      {open === 'typing' && (
        <ConfirmByTyping
          title="Title"
          hint="Hint"
          name="project-7"
          okText="Delete"
          onConfirm={async () => close()}
          onClose={close}
        />
      )}
      {open === 'conflict' && (
        <NameConflictDialog
          question={{ name: 'a.csv', newName: 'a (1).csv', isFolder: false, others: 3 }}
          onAnswer={close}
        />
      )}
      {open === 'refusals' && (
        <RefusalsDialog
          title="Title"
          refused={[{ name: 'project-7', message: 'Reason' }]}
          onClose={close}
        />
      )}
    </Row>
  );
}

/** What says how something is, and what asks. */
export function StateSpecimens(): ReactNode {
  const now = Date.now();
  return (
    <>
      <Specimen of="palette">
        <Row>
          {(['surface', 'brand', 'ok', 'waiting', 'bad', 'running'] as const).map((colour) => (
            <span
              key={colour}
              className={styles['swatch']}
              style={{ borderColor: `var(--${colour})` }}
            >
              {colour} {palettes.light[colour]} / {palettes.dark[colour]}
            </span>
          ))}
        </Row>
      </Specimen>
      <Specimen of="StatusTag, SizeText, TimeText, RelativeTime, BrandMark, PlainIcon, FileIcon">
        <Row>
          {states.map((state) => (
            <StatusTag key={state} state={state}>
              {state}
            </StatusTag>
          ))}
          <SizeText bytes={123_456_789} />
          <SizeText bytes={2 * 1024 ** 4} />
          <TimeText time={now} />
          <RelativeTime time={now - 200_000} />
          <BrandMark size={24} />
          <PlainIcon of={userIcon} />
          <FileIcon item={{ directory: true, fileType: '' }} />
          <FileIcon item={{ directory: false, fileType: 'csv' }} />
        </Row>
      </Specimen>
      <Specimen of="FileName">
        <Row>
          <div className={styles['narrow']}>
            {fileNames.map((name) => (
              <FileName key={name} name={name} searched="final" />
            ))}
          </div>
          {fileNames.slice(0, 3).map((name) => (
            <div key={name} style={{ width: 120, textAlign: 'center' }}>
              <FileName isTile name={name} />
            </div>
          ))}
        </Row>
      </Specimen>
      <Specimen of="SelectionBar">
        <SelectionBar label="Label" selected="3 selected" onClear={() => undefined}>
          <Button danger>Delete</Button>
        </SelectionBar>
      </Specimen>
      <Specimen of="LinkButton, CopyButton">
        <Row>
          <LinkButton type="primary" icon={<PlusOutlined />} to={home}>
            Primary
          </LinkButton>
          <LinkButton to={home}>Default</LinkButton>
          <Button danger>Danger</Button>
          <Button disabled>Disabled</Button>
          <Button loading>Busy</Button>
          <CopyButton text="text" label="Copy" />
        </Row>
      </Specimen>
      <Specimen of="Dialog, DetailDrawer, ConfirmByTyping, NameConflictDialog, RefusalsDialog, useConfirm, useUndoNotice">
        <Questions />
      </Specimen>
      <Specimen of="EmptyState">
        <div className="card">
          <EmptyState title="Title" hint="Hint" action={<Button type="primary">Begin</Button>} />
        </div>
      </Specimen>
      <Specimen of="ErrorState, RequestId, RegionBoundary">
        <div className="card">
          <RegionBoundary fallback={(error, again) => <ErrorState error={error} onRetry={again} />}>
            <Broken />
          </RegionBoundary>
        </div>
        <RequestId id="5d0c1e7a-0001" />
      </Specimen>
      <Specimen of="PageState, FailureNote">
        <PageState
          query={{
            data: 'What could be read before',
            error: failure,
            dataUpdatedAt: Date.UTC(2026, 10, 22, 6, 2),
            refetch: () => new Promise<never>(() => undefined),
          }}
        >
          {(data) => <div className="card">{data}</div>}
        </PageState>
      </Specimen>
      <Specimen of="DetailList">
        <div className="card" style={{ padding: '0 16px' }}>
          <DetailList
            details={[
              { label: 'Name', value: 'admin', action: <Button>Edit</Button> },
              { label: 'Email', value: 'firstname.lastname@example.edu' },
            ]}
          />
        </div>
      </Specimen>
    </>
  );
}
