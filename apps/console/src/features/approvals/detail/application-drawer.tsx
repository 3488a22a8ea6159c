import { answerCodes, type ApplicationFile, type ApplicationRow } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../../../shared/api/api-error.js';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { RelativeTime, TimeText } from '../../../shared/lib/time/time-text.js';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { paths } from '../../../shared/paths.js';
import { DetailDrawer } from '../../../shared/ui/dialog/detail-drawer.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { DetailList, type Details } from '../../../shared/ui/layout/detail-list.js';
import { applicationDetail } from '../api/application-queries.js';
import { applicationName, manyOf } from '../application-facts.js';
import { ApplicationStateLine } from '../components/application-state.js';
import styles from '../components/approvals.module.css';
import { DecisionBar } from './decision-bar.js';
import { EarlierApplications } from './earlier-applications.js';
import { FileEvidence } from './file-evidence.js';
import { personName } from '../../../shared/users/person-name.js';

function Votes({ votes, ending }: Pick<ApplicationRow, 'votes' | 'ending'>): ReactNode {
  const { t } = useTranslation('approvals');
  // Nobody decides after a no.
  const no = ending === 'revoked' ? 'saidRevoked' : 'saidNo';
  return (
    <ul className={styles['votes']}>
      {votes.map(({ user, isYes, reason, time }) => (
        <li key={`${user?.id ?? ''} ${time} ${String(isYes)}`}>
          <b>{user ? personName(user) : t('userGone')}</b> {t(isYes ? 'saidYes' : no)} ·{' '}
          <span className="soft small">
            <RelativeTime time={time} />
          </span>
          {reason && <div className={styles['reason']}>{reason}</div>}
        </li>
      ))}
    </ul>
  );
}

function Facts({ application }: { application: ApplicationRow }): ReactNode {
  const { t } = useTranslation('approvals');
  const managesProjects = useHasMenu(paths.managedProjects);
  const hasProjects = useHasMenu(paths.joinedProjects) || managesProjects;
  const { applyUser, project, reason, votes, ending, usedTime, entries, isAdmin } = application;
  const isReached = ending !== 'projectDeleted' && (isAdmin || ending !== 'left');
  // What ended otherwise could have been downloaded until then.
  const endTime = ending === null || ending === 'expired' ? application.endTime : null;
  const details: Details = [
    { label: t('status'), value: <ApplicationStateLine application={application} /> },
    { label: t('applicant'), value: personName(applyUser) },
    {
      label: t('project'),
      value:
        hasProjects && isReached ? (
          <Link to={paths.project(project.id)}>{project.projectName}</Link>
        ) : (
          project.projectName
        ),
    },
    {
      label: t('path'),
      value: (
        <ul className={styles['paths']}>
          {application.paths.map((path) => (
            <li key={path}>{path}</li>
          ))}
          {entries > application.paths.length && (
            <li className="soft">{t('andMore', { count: entries - application.paths.length })}</li>
          )}
        </ul>
      ),
    },
    { label: t('time'), value: <TimeText time={application.createTime} /> },
    {
      label: t('reason'),
      value: reason ? <span className={styles['reason']}>{reason}</span> : t('noReason'),
    },
    votes.length > 0 && { label: t('decisions'), value: <Votes votes={votes} ending={ending} /> },
    endTime && { label: t('endTime'), value: <TimeText time={endTime} /> },
    usedTime && { label: t('usedTime'), value: <TimeText time={usedTime} /> },
  ];
  return <DetailList details={details} />;
}

/** Shows files of an application's project one after another, first that at `index`. */
export type OnPreview = (
  application: ApplicationRow,
  files: readonly ApplicationFile[],
  index: number,
) => void;

interface ApplicationDrawerProps {
  id: string;
  /** What can be done to it. */
  buttonsOf: (application: ApplicationRow, look: 'buttons') => ReactNode;
  onPreview?: OnPreview | undefined;
  onClose: () => void;
}

/** All about one application, with the evidence for who decides; kept up to date while it is open. */
export function ApplicationDrawer({
  id,
  buttonsOf,
  onPreview,
  onClose,
}: ApplicationDrawerProps): ReactNode {
  const { t } = useTranslation('approvals');
  const content = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    // What had the focus may be gone with a decision: the drawer lies over everything else.
    if (document.activeElement === document.body) {
      content.current?.focus({ preventScroll: true });
    }
  });
  const { data, error, refetch } = useQuery(applicationDetail(id));
  // What it said while it was the viewer's to see is shown no longer.
  const isOver = error instanceof ApiError && error.code === answerCodes.notFound;
  const application = isOver ? undefined : data?.application;
  const earlier = isOver ? undefined : data?.earlier;
  const buttons = application && buttonsOf(application, 'buttons');
  const isReviewed = application?.canDecide ?? false;
  return (
    <DetailDrawer
      title={
        application
          ? t(`applicationFor${manyOf(application)}`, {
              name: nameInSentence(applicationName(application)),
              count: application.entries - 1,
            })
          : t('application')
      }
      size={640}
      footer={
        application && isReviewed ? (
          <DecisionBar application={application} onRefused={setRefusal} />
        ) : (
          buttons && <div className={styles['actions']}>{buttons}</div>
        )
      }
      onClose={onClose}
    >
      {error && (application || isOver) && (
        <Alert type="warning" showIcon role="alert" title={messageOf(error)} />
      )}
      {refusal && !isReviewed && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={refusal}
          className={styles['refusal'] ?? ''}
        />
      )}
      {error && !application && !isOver && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {!application && !error && <Skeleton active />}
      {application && (
        <div ref={content} tabIndex={-1} className={styles['content']}>
          <Facts application={application} />
          <FileEvidence
            application={application}
            onPreview={onPreview && ((files, index) => onPreview(application, files, index))}
          />
          {earlier && <EarlierApplications earlier={earlier} />}
        </div>
      )}
    </DetailDrawer>
  );
}
