import { CheckCircleFilled } from '@ant-design/icons';
import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCallerDetail } from '../../../features/identity/api/caller-detail.js';
import { readUserId } from '../../../shared/api/session.js';
import { setupOf, setupSteps, stepPath } from './setup-steps.js';
import styles from './setup-checklist.module.css';

const hiddenKey = (): string => `setupHidden:${readUserId()}`;

/**
 * What a new platform still needs, for its administrators, until they have seen all of it done or have read enough of it. Its room is
 * kept while its steps are asked for, and steps keep theirs when they are done, so that nothing below moves.
 */
export function SetupChecklist({ facts }: { facts: WorkbenchFigures | undefined }): ReactNode {
  const { t } = useTranslation('workbench');
  const caller = useCallerDetail();
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(hiddenKey()) !== null);
  const id = useId();
  const done = facts && setupOf(facts);
  const count = setupSteps.filter((step) => done?.[step]).length;
  const isComplete = count === setupSteps.length;
  useEffect(() => {
    if (isComplete) {
      // It has been seen once; the next visit is without it.
      localStorage.setItem(hiddenKey(), 'true');
    }
  }, [isComplete]);
  if (isHidden || caller?.isSystemAdministrator !== true || done === null) {
    return null;
  }
  const hide = (): void => {
    localStorage.setItem(hiddenKey(), 'true');
    setIsHidden(true);
  };
  return (
    <section
      className={`card ${styles['setup']}`}
      aria-labelledby={id}
      aria-busy={done === undefined}
    >
      <header>
        <h2 id={id}>{t('setupTitle')}</h2>
        <span className="soft small">
          {done && t('setupDone', { done: count, total: setupSteps.length })}
        </span>
        <Button type="text" size="small" onClick={hide}>
          {t('setupHide')}
        </Button>
      </header>
      <ol>
        {setupSteps.map((step) => {
          const isDone = done?.[step];
          return (
            <li key={step} data-done={isDone}>
              <span className={styles['mark']}>
                {isDone && <CheckCircleFilled />}
                {isDone !== undefined && (
                  <span className="visually-hidden">{isDone ? t('stepDone') : t('stepOpen')}</span>
                )}
              </span>
              <span>
                {isDone === false ? (
                  <Link to={stepPath[step]}>{t(`step_${step}`)}</Link>
                ) : (
                  <b>{t(`step_${step}`)}</b>
                )}
                <small>{t(`stepHint_${step}`)}</small>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
