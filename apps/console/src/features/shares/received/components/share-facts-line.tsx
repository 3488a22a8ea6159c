import type { ShareRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ValidityText } from '../../components/validity-text.js';
import { ReceivedState } from './received-state.js';
import styles from './received.module.css';
import { personName } from '../../../../shared/users/person-name.js';

/** Who shares, until when, and what is to be had of it. */
export function ShareFactsLine({ share }: { share: ShareRow }): ReactNode {
  const { t } = useTranslation('receivedShares');
  return (
    <span className={styles['facts']}>
      <span title={share.shareUser.userName}>
        {t('sharedBy', { name: personName(share.shareUser) })}
      </span>
      <ValidityText until={share.expirationTime} />
      <ReceivedState share={share} />
    </span>
  );
}
