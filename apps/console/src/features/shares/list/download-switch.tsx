import { endpoints, type ShareRow } from '@clusterdesk/contracts';
import { Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { queriesOfOwnShares } from '../api/share-queries.js';

/** Whether those who have a share may take what is in it; changed at once, and what they are taking ends. */
export function DownloadSwitch({ share }: { share: ShareRow }): ReactNode {
  const { t } = useTranslation('shares');
  const { act, isBusy } = useAction(endpoints.shares.edit, {
    invalidates: queriesOfOwnShares,
    done: t('changed'),
  });
  return (
    <>
      <Switch
        size="small"
        aria-label={t('canDownload')}
        checked={share.canDownload}
        loading={isBusy}
        onChange={(canDownload) => void act({ id: share.id, canDownload })}
      />{' '}
      <span className="soft small">{t(share.canDownload ? 'downloadOn' : 'downloadOff')}</span>
    </>
  );
}
