import { InfoCircleOutlined } from '@ant-design/icons';
import type { EntryRights, ProjectRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../../shared/api/api-error.js';
import type { FileEntry } from '../../../shared/file-browser/file-space.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { computeHerePath } from '../../../shared/job-in-project.js';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { entryRightsOf } from '../api/project-queries.js';
import { PermissionSource } from '../components/permission-source.js';
import { isManagerOf } from '../project-facts.js';
import { rightsOf } from './entry-rights.js';
import { useOwnApplication } from './use-own-application.js';
import styles from './browse.module.css';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { personName } from '../../../shared/users/person-name.js';

interface WhyNoteProps {
  project: ProjectRow;
  /** The folder shown. */
  dir: string;
  /** The entry that is selected; null: the folder itself is told of. */
  selected: FileEntry | null;
  /** Whether the platform lets this user download at all. */
  canDownload: boolean;
  onApply: (items: readonly FileEntry[]) => void;
}

/** What is refused of an entry, or of adding to a folder, as the switches are called; none: everything is allowed. */
function refusedSwitches(selected: FileEntry | null, known: EntryRights): ('edit' | 'download')[] {
  if (!selected) {
    return known.canAdd ? [] : ['edit'];
  }
  const { edit, download } = known.rights;
  return [...(edit ? [] : (['edit'] as const)), ...(download ? [] : (['download'] as const))];
}

/** Which switches are off, who saved them where and when, and whom to ask. */
function Why({ selected, known }: { selected: FileEntry | null; known: EntryRights }): ReactNode {
  const { t } = useTranslation(['projectFiles', 'projects']);
  const refused = refusedSwitches(selected, known);
  const { decidedAs, permission, path, admin } = known;
  if (refused.length === 0) {
    return decidedAs === 'user' && selected ? t('projectFiles:whyOwn') : null;
  }
  const of = t(`projects:class_${decidedAs ?? 'group'}`);
  const offSwitches = refused.filter((right) => !permission[switchOf(decidedAs, right)]);
  return (
    <>
      {offSwitches.length > 0
        ? t('projectFiles:whyOff', {
            of,
            switches: formatList(offSwitches.map((right) => t(`projects:right_${right}`))),
          })
        : // The entry itself is open: what is below it, or whose it is, forbids the change.
          t('projectFiles:whyBelow')}{' '}
      {t('projectFiles:whomToAsk', { admin: personName(admin) })}{' '}
      <PermissionSource file={path} source={permission.source} />
    </>
  );
}

const switchOf = (
  decidedAs: EntryRights['decidedAs'],
  right: 'edit' | 'download',
): `${'user' | 'group' | 'other'}${'Edit' | 'Download'}` =>
  `${decidedAs ?? 'group'}${right === 'edit' ? 'Edit' : 'Download'}`;

/** Below the files of who does not manage the project: what one may do with what is selected, why no more, and whom to ask. */
export function PermissionNote(props: WhyNoteProps): ReactNode {
  return isManagerOf(props.project) ? null : <Note {...props} />;
}

function Note({ project, dir, selected, canDownload, onApply }: WhyNoteProps): ReactNode {
  const { t } = useTranslation(['projectFiles']);
  const rights = useQuery(entryRightsOf(project.id, selected?.path ?? dir));
  // After a refusal what was known before holds no more.
  const known = isRefusal(rights.error) ? undefined : rights.data;
  const { edit, download } = selected ? rightsOf(selected) : { edit: true, download: true };
  const mayApply = selected !== null && !download && canDownload;
  const { query, applied } = useOwnApplication(project.id, mayApply ? selected.path : null);
  const hasApprovals = useHasMenu(paths.approvals);
  const hasJobs = useHasMenu(paths.jobs);
  const name = nameInSentence(selected?.localPath ?? '');
  const can = `${edit ? 'edit' : 'view'}${download ? 'Download' : ''}` as const;
  return (
    <div className={styles['note']} role="status">
      {(selected ?? known) && <InfoCircleOutlined />}
      <p>
        {selected ? t(`can_${can}`, { name }) : known && t(known.canAdd ? 'canAdd' : 'cannotAdd')}{' '}
        {applied && `${t(applied.canDownload ? 'isApproved' : 'isPending')} `}
        <span className="soft">
          {known && <Why selected={selected} known={known} />}
          {selected && !canDownload && ` ${t('noDownloads')}`}
        </span>
      </p>
      {!isRefusal(rights.error) && <FailureNote query={rights} what={t('whyNotLoaded')} />}
      <FailureNote query={query} what={t('applicationNotLoaded')} />
      {hasJobs && selected && !(download && canDownload) && !applied?.canDownload && (
        <LinkButton size="small" to={computeHerePath(project.id, [selected.path])}>
          {t('computeHere')}
        </LinkButton>
      )}
      {applied
        ? hasApprovals && (
            <LinkButton size="small" to={paths.approval(applied.id)}>
              {t(applied.canDownload ? 'toApproved' : 'toApplication')}
            </LinkButton>
          )
        : mayApply && (
            <Button size="small" onClick={() => onApply([selected])}>
              {t('apply')}
            </Button>
          )}
    </div>
  );
}
