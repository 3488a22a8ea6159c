import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../shared/ui/feedback/empty-state.js';

/** Shown in place of a page that threw or whose code could not be fetched, after an upgrade of the server for example. */
export function PageBroken(): ReactNode {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      icon={<WarningOutlined />}
      title={t('pageBroken')}
      hint={t('pageBrokenHint')}
      action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
    />
  );
}
