import type { ApplicationRow } from '@clusterdesk/contracts';
import { Button, type ButtonProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameInSentence } from '@clusterdesk/contracts/name-parts';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { applicationName, type ApplicationAct } from '../application-facts.js';
import type { ApplicationActions } from './use-application-actions.js';

interface ApplicationButtonsProps {
  application: ApplicationRow;
  acts: readonly ApplicationAct[];
  /** Links at the end of a row, or buttons of a drawer. */
  look: 'links' | 'buttons';
  actions: Pick<ApplicationActions, 'revoke' | 'download' | 'withdraw'> & {
    /** Opens it where it is decided. */
    review: (application: ApplicationRow) => void;
  };
}

const typeOf = (act: ApplicationAct, look: 'links' | 'buttons'): ButtonProps =>
  look === 'links'
    ? { type: 'link', size: 'small' }
    : { type: act === 'download' ? 'primary' : 'default' };

/** What can be done to an application. */
export function ApplicationButtons({
  application,
  acts,
  look,
  actions,
}: ApplicationButtonsProps): ReactNode {
  const { t } = useTranslation('approvals');
  const name = nameInSentence(applicationName(application));
  const buttons = acts.map((act) => (
    <Button
      key={act}
      {...typeOf(act, look)}
      danger={act === 'revoke'}
      aria-label={t(`${act}Named`, { name })}
      onClick={(event) => {
        event.stopPropagation();
        actions[act](application);
      }}
    >
      {t(act)}
    </Button>
  ));
  return look === 'links' ? <RowActions>{buttons}</RowActions> : <>{buttons}</>;
}
