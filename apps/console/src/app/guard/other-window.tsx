import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTransfers } from '../../features/transfer/components/transfer-provider.js';
import { isOthersSession, leaveToLogin, readToken } from '../../shared/api/session.js';
import { useLiveConnection } from '../../shared/live/connection/live-provider.js';
import { useMessages } from '../../shared/ui/messages/messages.js';

/**
 * What another window of this browser does to the session counts here too. Signing out leads to the login page. Signing in
 * as the same user changes nothing that is seen. As somebody else: this window stops working for the first user and says so,
 * but takes nothing away: what is not saved may still be copied.
 */
export function OtherWindow(): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  const { modal } = useMessages();
  const connection = useLiveConnection();
  const transfers = useTransfers();
  const [isOthers, setIsOthers] = useState(false);

  useEffect(() => {
    const follow = (event: StorageEvent): void => {
      if (event.key !== 'token') {
        return;
      }
      if (readToken() === null) {
        leaveToLogin();
      } else if (isOthersSession()) {
        setIsOthers(true);
      } else {
        setIsOthers(false);
        connection.renew();
      }
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [connection]);

  useEffect(() => {
    if (!isOthers) {
      return undefined;
    }
    transfers.pause();
    connection.close();
    const question = modal.confirm({
      title: t('shell:otherUserTitle'),
      content: t('shell:otherUserHint'),
      okText: t('common:reload'),
      cancelText: t('shell:stay'),
      centered: true,
      mask: { blur: false, closable: false },
      onOk: () => {
        transfers.pauseForReload();
        window.location.reload();
      },
    });
    return () => {
      question.destroy();
      connection.open();
    };
  }, [isOthers, transfers, connection, modal, t]);
  return null;
}
