import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { personName } from '../../../shared/users/person-name.js';
import { latestApplications } from '../api/application-queries.js';
import { allowedActions, applicationName } from '../application-facts.js';
import { ApplicationStateTag, VotesSoFar } from '../components/application-state.js';
import styles from '../components/approvals.module.css';
import { DecisionBar } from '../detail/decision-bar.js';
import { useApplicationActions, type OnDownloadBegun } from '../list/use-application-actions.js';

interface ApplicationNoticeProps {
  applicationId: string;
  userId: string;
  /** Whether the platform lets the user download at all. */
  canDownload: boolean;
  onDownloadBegun: OnDownloadBegun;
  /** The notice was acted on. */
  onSeen: () => void;
}

/** Below a notice of an application: how it stands now, and what can be done about it. One of long ago is left to its page. */
export function ApplicationNotice({
  applicationId,
  userId,
  canDownload,
  onDownloadBegun,
  onSeen,
}: ApplicationNoticeProps): ReactNode {
  const { t } = useTranslation('approvals');
  const latest = useQuery(latestApplications());
  const [refusal, setRefusal] = useState<string | null>(null);
  const { download } = useApplicationActions(onDownloadBegun);
  const place = useRef<HTMLDivElement>(null);
  const wasReviewed = useRef(false);
  const application = latest.data?.data.find(({ id }) => id === applicationId);
  const isReviewed = application?.canDecide ?? false;
  useEffect(() => {
    // The button that had the focus has gone with what was decided.
    if (wasReviewed.current && !isReviewed && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
    wasReviewed.current = isReviewed;
  }, [isReviewed]);
  if (!application) {
    return <FailureNote query={latest} />;
  }
  const acts = allowedActions(application, userId, canDownload);
  const by = application.votes.at(-1)?.user;
  return (
    <div ref={place} tabIndex={-1} className={styles['notice']}>
      {refusal !== null && !isReviewed && (
        <Alert type="warning" showIcon role="alert" title={refusal} />
      )}
      {isReviewed ? (
        <DecisionBar application={application} isBrief onRefused={setRefusal} onDecided={onSeen} />
      ) : (
        <div className={styles['answers']}>
          <span className={styles['state']}>
            <ApplicationStateTag application={application} />
            <VotesSoFar application={application} />
            {application.status !== 0 && by && (
              <span className="soft small">{t('decidedBy', { user: personName(by) })}</span>
            )}
          </span>
          {acts.includes('download') && (
            <Button
              size="small"
              type="primary"
              aria-label={t('downloadNamed', {
                name: nameInSentence(applicationName(application)),
              })}
              onClick={() => {
                download(application);
                onSeen();
              }}
            >
              {t('download')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
