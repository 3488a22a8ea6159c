import { FolderOpenOutlined } from '@ant-design/icons';
import type { ProjectItem, ProjectUser, UserOption } from '@clusterdesk/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { trailOf } from '../../../shared/file-browser/file-names.js';
import { FileIcon } from '../../../shared/file-browser/view/entry/file-icon.js';
import { FileName } from '../../../shared/files/file-name.js';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { DetailDrawer } from '../../../shared/ui/dialog/detail-drawer.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import type { Column } from '../../../shared/ui/table/data-table/data-table-types.js';
import { NameButton } from '../../../shared/ui/table/name-button.js';
import { PagedList } from '../../../shared/ui/table/paged-list.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import { FindUser } from '../../../shared/users/find-user.js';
import { personWithAccount } from '../../../shared/users/person-name.js';
import { memberViewOf, projectMembers } from '../api/project-queries.js';
import styles from './member-view.module.css';

interface MemberViewDrawerProps {
  projectId: string;
  /** Where one begins to look. */
  firstDir: string;
  onClose: () => void;
}

/** So many are offered while a name is typed. */
const foundAtMost = 20;

interface FolderProps {
  projectId: string;
  member: UserOption;
  dir: string;
  onOpen: (dir: string) => void;
}

/** Where one is; each folder above leads there. */
function Trail({ dir, onOpen }: Pick<FolderProps, 'dir' | 'onOpen'>): ReactNode {
  const { t } = useTranslation('projects');
  const trail = [{ name: t('files'), path: '/' }, ...trailOf(dir)];
  return (
    <nav className={styles['trail']} aria-label={t('seenFolder')}>
      {trail.map(({ name, path }) =>
        path === dir ? (
          <b key={path} aria-current="location">
            <FileName name={name} />
          </b>
        ) : (
          <span key={path} className={styles['step']}>
            <NameButton name={name} onOpen={() => onOpen(path)} />
            <span aria-hidden>/</span>
          </span>
        ),
      )}
    </nav>
  );
}

/** One folder as the member's own listing has it. */
function SeenFolder({ projectId, member, dir, onOpen }: FolderProps): ReactNode {
  const { t } = useTranslation('projects');
  const page = usePageState(20);
  const { pageNum, size: pageSize } = page;
  const query = useQuery({
    ...memberViewOf({ projectId, userId: member.id, path: dir, pageNum, pageSize }),
    placeholderData: keepPreviousData,
  });
  const seen = query.data;
  const canDownload = seen?.canDownload ?? true;
  const columns = useMemo(
    (): Column<ProjectItem>[] => [
      {
        id: 'name',
        title: t('entryName'),
        isAlways: true,
        isLong: true,
        inCard: 'title',
        cell: (item) => (
          <span className={styles['entry']}>
            <FileIcon item={item} />
            {item.directory ? (
              <NameButton name={item.localPath} onOpen={() => onOpen(item.path)} />
            ) : (
              <FileName name={item.localPath} />
            )}
          </span>
        ),
      },
      {
        id: 'rights',
        title: t('mayDo'),
        inCard: 'note',
        cell: ({ rights }) =>
          formatList([
            t('right_view'),
            ...(rights.edit ? [t('right_edit')] : []),
            ...(rights.download && canDownload ? [t('right_download')] : []),
          ]),
      },
    ],
    [t, canDownload, onOpen],
  );
  return (
    <section className={styles['seen']} aria-label={t('seenFolder')}>
      <Trail dir={dir} onOpen={onOpen} />
      {seen?.rights.view && (
        <p className="soft">{t(seen.canAdd ? 'memberMayAdd' : 'memberMayNotAdd')}</p>
      )}
      {!canDownload && <Alert type="info" showIcon title={t('memberDownloadsNothing')} />}
      <PagedList
        label={t('seenFolder')}
        columns={columns}
        query={query}
        pageOf={({ entries, total }) => ({ rows: entries, total })}
        page={page}
        rowId={({ path }) => path}
        empty={
          <EmptyState
            icon={<FolderOpenOutlined />}
            title={t(seen && !seen.rights.view ? 'memberSeesNot' : 'memberSeesNone')}
          />
        }
      />
    </section>
  );
}

/** What one member sees in the project and may do there, folder by folder, as saved: only to look at. */
export function MemberViewDrawer({
  projectId,
  firstDir,
  onClose,
}: MemberViewDrawerProps): ReactNode {
  const { t } = useTranslation('projects');
  const [member, setMember] = useState<UserOption | null>(null);
  const [dir, setDir] = useState(firstDir);
  const find = (username: string) => ({
    ...projectMembers({ projectId, username, pageNo: 0, pageSize: foundAtMost }),
    select: ({ data }: { data: ProjectUser[] }) => data,
  });
  return (
    <DetailDrawer title={t('seeAsMember')} size={640} onClose={onClose}>
      <div className={styles['body']}>
        {member ? (
          <p className={styles['member']}>
            <span>{t('seenBy', { name: personWithAccount(member) })}</span>
            <Button size="small" onClick={() => setMember(null)}>
              {t('otherMember')}
            </Button>
          </p>
        ) : (
          <FindUser label={t('chooseMember')} find={find} takesFocus onPick={setMember} />
        )}
        {member && (
          <SeenFolder
            key={`${member.id} ${dir}`}
            projectId={projectId}
            member={member}
            dir={dir}
            onOpen={setDir}
          />
        )}
      </div>
    </DetailDrawer>
  );
}
