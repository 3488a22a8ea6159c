import warningIcon from '@ant-design/icons-svg/es/asn/WarningOutlined';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { reportFailure } from '../../shared/api/report-failure.js';
import { PlainNotice } from './plain-notice.js';

/** Shown in place of a page that threw. */
export function PageBroken(): ReactNode {
  const { t } = useTranslation('common');
  const error = useRouteError();
  useEffect(() => reportFailure(error), [error]);
  return (
    <PlainNotice icon={warningIcon} title={t('pageBroken')} hint={t('pageBrokenHint')}>
      <button type="button" onClick={() => window.location.reload()}>
        {t('reload')}
      </button>
    </PlainNotice>
  );
}
