import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { DownloadPermission } from '../download/download-permission.js';
import { SettingValues } from '../values/setting-values.js';

/** System settings (spec part 2 §2): who may download, and beside it what else holds for the whole platform. */
export function SettingsPage(): ReactNode {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearchParams();
  return (
    <>
      <PageHeader
        title={t('title')}
        extra={
          <>
            <LinkButton to={paths.backups}>{t('toBackups')}</LinkButton>
            <LinkButton to={paths.health}>{t('toHealth')}</LinkButton>
          </>
        }
      />
      <Tabs
        activeKey={search.get('tab') === 'values' ? 'values' : 'download'}
        destroyOnHidden
        onChange={(tab) => setSearch(tab === 'values' ? { tab } : {}, { replace: true })}
        items={[
          { key: 'download', label: t('tab_download'), children: <DownloadPermission /> },
          { key: 'values', label: t('tab_values'), children: <SettingValues /> },
        ]}
      />
    </>
  );
}
