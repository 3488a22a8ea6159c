import type { ApplicationRow } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '../../../shared/files/name-parts.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { applicationName } from '../application-facts.js';
import type { ApplicationActions } from './use-application-actions.js';

interface ApplicationButtonsProps {
  application: ApplicationRow;
  /** For whom it is: the buttons of his own application are others than those of who decides. */
  userId: string;
  actions: Pick<ApplicationActions, 'ask' | 'download' | 'withdraw'>;
}

/**
 * What can be done to an application (spec part 1 §4): approve and reject while it is pending and the viewer decides, download
 * once it is approved.
 */
export function ApplicationButtons({
  application,
  userId,
  actions,
}: ApplicationButtonsProps): ReactNode {
  const { t } = useTranslation('approvals');
  const { canDecide, canDownload, isAdmin, status, usedTime, ending, applyUser } = application;
  const name = nameInSentence(applicationName(application));
  const isOwn = applyUser.id === userId;
  const button = (
    key: 'approve' | 'reject' | 'download' | 'withdraw' | 'revoke',
    run: () => void,
    isDanger = false,
  ): ReactNode => (
    <Button
      type="link"
      size="small"
      danger={isDanger}
      aria-label={t(`${key}Named`, { name })}
      onClick={(event) => {
        event.stopPropagation();
        run();
      }}
    >
      {t(key)}
    </Button>
  );
  return (
    <RowActions>
      {canDecide && button('approve', () => actions.ask(application, 'approve'))}
      {canDecide && button('reject', () => actions.ask(application, 'reject'), true)}
      {canDownload && button('download', () => actions.download(application))}
      {isOwn && status === 0 && button('withdraw', () => actions.withdraw(application))}
      {isAdmin &&
        !isOwn &&
        status === 1 &&
        ending === null &&
        usedTime === null &&
        button('revoke', () => actions.ask(application, 'revoke'), true)}
    </RowActions>
  );
}
