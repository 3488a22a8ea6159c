import { ClockCircleOutlined, HddOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import type { ProjectRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatSize } from '../../../shared/lib/format/format.js';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import styles from '../components/projects.module.css';
import { personName } from '../../../shared/users/person-name.js';

interface ProjectCardProps {
  project: ProjectRow;
  /** What can be done to it beside opening it. */
  actions?: ReactNode;
}

/** What moved last in a project, or since when there is one in which nothing did; of a deleted one until when it can be restored. */
function ProjectMoment({ project }: { project: ProjectRow }): ReactNode {
  const { t } = useTranslation('projects');
  const { restorableUntil, lastChange, createTime } = project;
  if (restorableUntil !== null) {
    return t('restorableUntil', { time: restorableUntil });
  }
  return (
    <>
      {t(lastChange ? 'changedAt' : 'createdAt')}{' '}
      <RelativeTime time={lastChange?.time ?? createTime} />
      {lastChange?.name && (
        <span className={`soft ${styles['names']}`} title={lastChange.name}>
          {lastChange.name}
        </span>
      )}
    </>
  );
}

/** A project as a card: its name, who administers it, who is in it, how big it is, what moved last (spec part 1 §2), and what waits. */
export function ProjectCard({ project, actions }: ProjectCardProps): ReactNode {
  const { t } = useTranslation('projects');
  const { id, projectName, projectDescribe, admin, userInfos, userCount, role, tags } = project;
  const names = userInfos.map(personName);
  const more = userCount - names.length;
  const isDeleted = project.restorableUntil !== null;
  return (
    <article className={styles['card']} aria-labelledby={`project-${id}`}>
      <header className={styles['head']}>
        <h2 id={`project-${id}`} title={projectName}>
          {isDeleted ? (
            <span>{projectName}</span>
          ) : (
            <Link className={styles['link']} to={paths.project(id)}>
              {projectName}
            </Link>
          )}
        </h2>
        <StatusTag state={role === 'member' ? 'quiet' : 'ok'}>{t(`role_${role}`)}</StatusTag>
      </header>
      <p className={`soft ${styles['describe']}`}>{projectDescribe || t('noDescribe')}</p>
      {tags.length > 0 && (
        <ul className={styles['tags']} aria-label={t('tags')}>
          {tags.map((tag) => (
            <li key={tag.id}>{tag.tagName}</li>
          ))}
        </ul>
      )}
      <ul className={styles['facts']}>
        <li title={admin.userName}>
          <UserOutlined /> {t('adminIs', { name: personName(admin) })}
        </li>
        <li title={formatList(names)}>
          <TeamOutlined /> {t('members', { count: userCount })}
          <span className={`soft ${styles['names']}`}>
            {formatList(names)}
            {more > 0 && ` ${t('andMore', { count: more })}`}
          </span>
        </li>
        <li>
          <ClockCircleOutlined /> <ProjectMoment project={project} />
        </li>
        {project.usedBytes !== null && (
          <li>
            <HddOutlined /> {t('holds', { size: formatSize(project.usedBytes) })}
          </li>
        )}
      </ul>
      {(project.awaitingMe > 0 || project.ownPending > 0 || actions) && (
        <footer className={styles['foot']}>
          {project.awaitingMe > 0 && (
            <Link to={paths.approvalsOf('2', projectName)}>
              <StatusTag state="waiting">{t('awaiting', { count: project.awaitingMe })}</StatusTag>
            </Link>
          )}
          {project.ownPending > 0 && (
            <Link to={paths.approvalsOf('1', projectName)}>
              <StatusTag state="quiet">{t('ownPending', { count: project.ownPending })}</StatusTag>
            </Link>
          )}
          {actions}
        </footer>
      )}
    </article>
  );
}
