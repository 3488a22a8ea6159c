import { CheckCircleFilled, CloseOutlined } from '@ant-design/icons';
import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { Button } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { readUserId } from '../../../shared/api/session.js';
import { setupSteps, stepPath, useSetup } from './setup-steps.js';
import styles from './setup-checklist.module.css';

const hiddenKey = (): string => `setupHidden:${readUserId()}`;

/** What a new platform still needs, for its administrators, until all is done or they have read enough of it. */
export function SetupChecklist({ facts }: { facts: WorkbenchFigures | undefined }): ReactNode {
  const { t } = useTranslation('workbench');
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(hiddenKey()) !== null);
  const done = useSetup(facts, !isHidden);
  const id = useId();
  if (isHidden || !done || setupSteps.every((step) => done[step])) {
    return null;
  }
  const hide = (): void => {
    localStorage.setItem(hiddenKey(), 'true');
    setIsHidden(true);
  };
  return (
    <section className={`card ${styles['setup']}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('setupTitle')}</h2>
        <span className="soft small">
          {t('setupDone', {
            done: setupSteps.filter((step) => done[step]).length,
            total: setupSteps.length,
          })}
        </span>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('setupHide')}
          onClick={hide}
        />
      </header>
      <ol>
        {setupSteps.map((step) => {
          const path = stepPath[step];
          return (
            <li key={step} data-done={done[step]}>
              <span className={styles['mark']}>
                {done[step] && <CheckCircleFilled aria-hidden />}
                <span className="visually-hidden">
                  {done[step] ? t('stepDone') : t('stepOpen')}
                </span>
              </span>
              <span>
                {path && !done[step] ? (
                  <Link to={path}>{t(`step_${step}`)}</Link>
                ) : (
                  <b>{t(`step_${step}`)}</b>
                )}
                {!done[step] && <small>{t(`stepHint_${step}`)}</small>}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
