import type { RecoveryKit } from '@clusterdesk/contracts';
import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize } from '../../../shared/lib/format/format.js';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { proofState, recoveryKit, recoveryOf } from '../api/backup-queries.js';
import styles from './recovery-kit.module.css';

/** What one needs to bring the platform back on another machine, to be printed. */
export function RecoveryKitDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  const query = useQuery(recoveryKit());
  return (
    <Dialog
      open
      width={720}
      wrapClassName={styles['kit'] ?? ''}
      title={t('kitTitle')}
      okText={t('print')}
      okButtonProps={{ icon: <PrinterOutlined />, disabled: query.data === undefined }}
      cancelText={t('common:close')}
      onOk={() => window.print()}
      onCancel={onClose}
    >
      <PageState query={query} isInCard>
        {(kit) => <Kit kit={kit} />}
      </PageState>
    </Dialog>
  );
}

function Kit({ kit }: { kit: RecoveryKit }): ReactNode {
  const { t } = useTranslation('backups');
  const proofQuery = useQuery(proofState());
  const proof = proofQuery.data;
  const { newest, store } = kit;
  const recovery = useQuery({
    ...recoveryOf(newest?.id ?? ''),
    enabled: newest !== null,
  });
  const secrets = new Map(recovery.data?.secrets.map(({ name, state }) => [name, state]));
  const names = [...new Set([...kit.variables, ...secrets.keys()])].sort();
  return (
    <div className={styles['paper']}>
      <p>{t('kitHint')}</p>
      <FailureNote query={proofQuery} />
      <FailureNote query={recovery} />
      <DetailList
        details={[
          { label: t('version'), value: kit.version },
          kit.installationId !== null && {
            label: t('installationId'),
            value: <code>{kit.installationId}</code>,
          },
          kit.publicUrl && { label: t('publicUrl'), value: kit.publicUrl },
          { label: t('backupDir'), value: kit.backupDir },
          store && {
            label: t('store'),
            value: `${store.endpoint} · ${store.bucket} · ${store.prefix || '/'}`,
          },
          {
            label: t('newest'),
            value: newest ? (
              <>
                <TimeText time={newest.time} /> · {newest.id}
                {newest.sizeBytes !== null && ` · ${formatSize(newest.sizeBytes)}`}
              </>
            ) : (
              t('none')
            ),
          },
          {
            label: t('lastProof'),
            value: proof?.last ? (
              <>
                <TimeText time={proof.last.time} /> ·{' '}
                {t(proof.last.passed ? 'passed' : 'notPassed')}
                {proof.backInMinutes !== null &&
                  ` · ${t('backIn', { count: proof.backInMinutes })}`}
              </>
            ) : (
              t('proof_never')
            ),
          },
        ]}
      />
      <h3>{t('kitSteps')}</h3>
      <ol>
        <li>{t('kitStep1', { version: kit.version })}</li>
        <li>{t('kitStep2')}</li>
        <li>{t('kitStep3')}</li>
        <li>{t('kitStep4')}</li>
        <li>{t('kitStep5')}</li>
      </ol>
      <h3>{t('kitVariables')}</h3>
      <p>{t('kitVariablesHint')}</p>
      <ul className={styles['variables']}>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
            <SecretNote state={secrets.get(name)} />
            <span aria-hidden />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** How a secret stands, compared with when the newest backup was taken; nothing for what is none. */
function SecretNote({ state }: { state: 'same' | 'changed' | 'missing' | undefined }): ReactNode {
  const { t } = useTranslation('backups');
  return state && <small>{t(`secret_${state}`)}</small>;
}
