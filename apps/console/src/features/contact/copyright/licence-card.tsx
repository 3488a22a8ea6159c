import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { endpoints, type LicenceInfo, type LicenceState } from '@clusterdesk/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callForBytes } from '../../../shared/api/call.js';
import { FileButton } from '../../../shared/files/file-button.js';
import { saveFile } from '../../../shared/files/save-file.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { StatusTag, type TagState } from '../../../shared/ui/text/status-tag.js';
import styles from './copyright.module.css';

const tags: Record<LicenceState, TagState> = {
  active: 'ok',
  none: 'quiet',
  expired: 'waiting',
  invalid: 'bad',
};

/** So many days before the end it is said beside it, as administrators are told. */
const soonDays = 30;

/** How many there are, and that they are more than the licence names. */
function Use({ of }: { of: NonNullable<LicenceInfo['users']> }): ReactNode {
  const { t } = useTranslation('licence');
  const { used, most } = of;
  if (most === null) {
    return used;
  }
  return (
    <>
      {t('useOf', { used, most })}{' '}
      {used > most && <StatusTag state="waiting">{t('overLimit')}</StatusTag>}
    </>
  );
}

function Facts({ info }: { info: LicenceInfo }): ReactNode {
  const { t } = useTranslation('licence');
  const { state, expires, daysLeft } = info;
  const isEnding = daysLeft !== null && daysLeft <= soonDays;
  return (
    <>
      <DetailList
        details={[
          { label: t('version'), value: info.currentVersion },
          {
            label: t('status'),
            value: <StatusTag state={tags[state]}>{t(`state_${state}`)}</StatusTag>,
          },
          info.licensee && { label: t('licensee'), value: info.licensee },
          expires && {
            label: t('expires'),
            value: (
              <>
                {expires}{' '}
                {isEnding && (
                  <StatusTag state="waiting">{t('daysLeft', { count: daysLeft })}</StatusTag>
                )}
              </>
            ),
          },
          info.users && { label: t('users'), value: <Use of={info.users} /> },
          info.nodes && { label: t('nodes'), value: <Use of={info.nodes} /> },
          info.machine && { label: t('machine'), value: <code>{info.machine}</code> },
        ]}
      />
      {info.reason && <p className={styles['reason']}>{info.reason}</p>}
    </>
  );
}

/** Exports what a licence is made from, and takes the licence. */
function Manage({ info }: { info: LicenceInfo }): ReactNode {
  const { t } = useTranslation('licence');
  const { message } = useMessages();
  const exporting = useAction(
    async (_: null) => {
      saveFile(await callForBytes(endpoints.licence.exportMachine, {}), 'clusterdesk-machine.json');
      return { result: null, message: '' };
    },
    { done: t('exported') },
  );
  const uploading = useAction(endpoints.licence.upload, { invalidates: [endpoints.licence.info] });
  return (
    <>
      <div className={styles['actions']}>
        <Button
          icon={<DownloadOutlined />}
          loading={exporting.isBusy}
          onClick={() => void exporting.act(null)}
        >
          {t('exportMachine')}
        </Button>
        <FileButton
          icon={<SafetyCertificateOutlined />}
          type="primary"
          accept=".json"
          isBusy={uploading.isBusy}
          isDisabled={!info.canActivate}
          onPick={(file) => void uploading.act({ file })}
          onTooMany={(count) => void message.warning(t('tooManyFiles', { count }))}
        >
          {info.state === 'none' ? t('activate') : t('renew')}
        </FileButton>
      </div>
      {!info.canActivate && <p className={styles['reason']}>{t('withoutKey')}</p>}
    </>
  );
}

/** Version and licence: seen by everybody, managed by who may. */
export function LicenceCard({ query }: { query: UseQueryResult<LicenceInfo> }): ReactNode {
  const { t } = useTranslation('licence');
  return (
    <section className={`card ${styles['card']}`}>
      <h2>{t('title')}</h2>
      <PageState isInCard query={query}>
        {(info) => (
          <>
            <Facts info={info} />
            {info.mayManage && <Manage info={info} />}
          </>
        )}
      </PageState>
    </section>
  );
}
