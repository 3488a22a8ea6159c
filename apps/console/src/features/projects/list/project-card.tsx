import { ClockCircleOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import type { ProjectRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
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

/** A project as a card: its name, who administers it, who is in it, since when (spec part 1 §2). */
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
          <ClockCircleOutlined />{' '}
          {project.restorableUntil === null ? (
            <>
              {t('createdAt')} <RelativeTime time={project.createTime} />
            </>
          ) : (
            t('restorableUntil', { time: project.restorableUntil })
          )}
        </li>
      </ul>
      {(project.awaitingMe > 0 || actions) && (
        <footer className={styles['foot']}>
          {project.awaitingMe > 0 && (
            <Link to={`${paths.approvals}?me=2&search=${encodeURIComponent(projectName)}`}>
              <StatusTag state="waiting">{t('awaiting', { count: project.awaitingMe })}</StatusTag>
            </Link>
          )}
          {actions}
        </footer>
      )}
    </article>
  );
}
