import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { platformBuild } from '../../../shared/lib/connection/platform-build.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import styles from './notices.module.css';

/** Says that the platform was updated under this window and offers to reload; uploads under way are paused first. */
export function UpdateBar(): ReactNode {
  const { t } = useTranslation(['shell', 'common']);
  const isOutdated = useSyncExternalStore(platformBuild.subscribe, platformBuild.getIsOutdated);
  const [isLater, setIsLater] = useState(false);
  const confirm = useConfirm();
  const transfers = useTransfers();
  if (!isOutdated || isLater) {
    return null;
  }
  const reload = async (): Promise<void> => {
    const question = { title: t('shell:updateTitle'), hint: t('shell:updateUploads') };
    if (!transfers.isUploading() || (await confirm(question))) {
      transfers.pauseForReload();
      window.location.reload();
    }
  };
  return (
    <div className={`${styles['notice']} ${styles['update']}`} role="status" data-update>
      {t('shell:updated')}
      <Button size="small" type="link" onClick={() => void reload()}>
        {t('common:reload')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('shell:updateLater')}
        onClick={() => setIsLater(true)}
      />
    </div>
  );
}
