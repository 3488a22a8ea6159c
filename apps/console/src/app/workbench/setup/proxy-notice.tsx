import type { WorkbenchFigures } from '@clusterdesk/contracts';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { readUserId } from '../../../shared/api/session.js';

const readKey = (): string => `proxyNoticeRead:${readUserId()}`;

/** For system administrators: a proxy seems to be in front that nobody declared. Closed, it is away until the server sees one anew. */
export function ProxyNotice({ facts }: { facts: WorkbenchFigures | undefined }): ReactNode {
  const { t } = useTranslation('workbench');
  const [read, setRead] = useState(() => localStorage.getItem(readKey()));
  const at = facts?.undeclaredProxyAt ?? null;
  if (at === null || read === String(at)) {
    return null;
  }
  return (
    <Alert
      type="warning"
      showIcon
      title={t('proxyTitle')}
      description={t('proxyHint')}
      action={
        <Button
          size="small"
          onClick={() => {
            localStorage.setItem(readKey(), String(at));
            setRead(String(at));
          }}
        >
          {t('proxyRead')}
        </Button>
      }
    />
  );
}
