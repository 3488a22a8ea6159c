import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { endpoints, limits, type ProjectRow } from '@clusterdesk/contracts';
import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { folderAt } from '../../../shared/file-browser/file-names.js';
import {
  withoutChanges,
  type FileEntry,
  type FileSpace,
} from '../../../shared/file-browser/file-space.js';
import { FolderPickerDialog } from '../../../shared/file-browser/move-copy/folder-picker-dialog.js';
import { FileIcon } from '../../../shared/file-browser/view/entry/file-icon.js';
import { FileName } from '../../../shared/files/file-name.js';
import { computeHerePath } from '../../../shared/job-in-project.js';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { rightsOf } from './entry-rights.js';
import styles from './browse.module.css';
import { personName } from '../../../shared/users/person-name.js';

interface ApplyDialogProps {
  project: ProjectRow;
  space: FileSpace;
  /** The folder shown: others to apply for are looked for there first. */
  dir: string;
  /** What the user selected. */
  items: readonly FileEntry[];
  onClose: () => void;
}

/** Endpoints that show applications. */
const shows = [endpoints.approvals.list, endpoints.projects.list] as const;

interface EntryListProps {
  entries: readonly FileEntry[];
  onRemove: (path: string) => void;
}

/** What is applied for, entry by entry. */
function EntryList({ entries, onRemove }: EntryListProps): ReactNode {
  const { t } = useTranslation('projectFiles');
  return (
    <ul className={styles['entries']} aria-label={t('appliedFor')}>
      {entries.map((item) => (
        <li key={item.path} title={item.path}>
          <FileIcon item={item} />
          <FileName name={item.localPath} title={null} />
          {entries.length > 1 && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={t('leaveOut', { name: item.localPath })}
              title={t('leaveOut', { name: item.localPath })}
              onClick={() => onRemove(item.path)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Applies for the download of entries: which ones, and why (spec part 1 §2, Projects). */
export function ApplyDialog({ project, space, dir, items, onClose }: ApplyDialogProps): ReactNode {
  const { t } = useTranslation('projectFiles');
  const [form] = Form.useForm<{ reason?: string }>();
  const [entries, setEntries] = useState(items);
  const [isAdding, setIsAdding] = useState(false);
  const admin = personName(project.admin);
  const hasJobs = useHasMenu(paths.jobs);
  const apply = useAction(endpoints.approvals.add, {
    invalidates: shows,
    done: t('applied', { admin }),
  });
  const add = (item: FileEntry): void => {
    setIsAdding(false);
    setEntries((before) => [...before.filter(({ path }) => path !== item.path), item]);
  };
  return (
    <>
      <FormDialog<{ reason?: string }, unknown>
        form={form}
        title={t('applyTitle', { count: entries.length })}
        okText={t('sendApplication')}
        mainField="reason"
        head={
          <>
            <EntryList
              entries={entries}
              onRemove={(gone) => setEntries(entries.filter(({ path }) => path !== gone))}
            />
            <Button size="small" icon={<PlusOutlined />} onClick={() => setIsAdding(true)}>
              {t('addEntry')}
            </Button>
            <p className={`soft small ${styles['applyHint']}`}>
              {t('applyHint', { admin })}
              {hasJobs && (
                <>
                  {' '}
                  {t('computeHint')}{' '}
                  <Link
                    to={computeHerePath(
                      project.id,
                      entries.map(({ path }) => path),
                    )}
                  >
                    {t('computeHere')}
                  </Link>
                </>
              )}
            </p>
          </>
        }
        onSubmit={({ reason = '' }) =>
          apply.submit({
            project: { id: project.id },
            paths: entries.map(({ path }) => path),
            reason,
          })
        }
        onClose={onClose}
      >
        <Form.Item name="reason" label={t('reason')}>
          <Input.TextArea
            autoSize={{ minRows: 3, maxRows: 6 }}
            maxLength={limits.approvalReasonLength}
            placeholder={t('reasonPlaceholder')}
            showCount
          />
        </Form.Item>
      </FormDialog>
      {isAdding && (
        <FolderPickerDialog
          space={withoutChanges(space)}
          title={t('addEntryTitle')}
          okText={t('addFolder')}
          startDir={dir}
          problemOf={(chosen) => (chosen === '/' ? t('chooseEntry') : null)}
          onPick={(chosen) => add(folderAt(chosen))}
          files={{ fits: (file) => !rightsOf(file).download, onPick: add }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
