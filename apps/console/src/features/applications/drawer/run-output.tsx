import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LogView } from '../../../shared/log-view/log-view.js';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import { isAtWork } from '../application-state.js';
import styles from '../applications.module.css';
import { useRunOutput, type ShownRun } from './use-run-output.js';

/** The output of a script on one node as it comes. */
export function RunOutput({ nodeName, ...run }: ShownRun & { nodeName: string }): ReactNode {
  const { t } = useTranslation('applications');
  const { retry, moves, ...log } = useRunOutput(run);
  const { lines } = log;
  const isOpen = isAtWork(run);
  return (
    <div className={styles['log']}>
      <LogView
        log={log}
        label={t('outputOf', { node: nodeName })}
        isOpen={isOpen}
        moves={moves}
        emptyNote={t(isOpen ? 'outputWaits' : 'outputEmpty')}
        onRetry={retry}
        tools={
          <CopyButton
            text={() => lines.text()}
            label={t('copyOutput')}
            disabled={lines.count === 0}
          >
            {t('copyOutput')}
          </CopyButton>
        }
      />
    </div>
  );
}
