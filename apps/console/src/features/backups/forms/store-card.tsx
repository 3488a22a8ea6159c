import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { backupStore } from '../api/backup-queries.js';
import styles from '../backups.module.css';
import { StoreForm } from './store-form.js';

const { removeStore, store: storeCall, testStore } = endpoints.backupStores;

/** Where copies of backups go, and a form to change it. */
export function StoreCard(): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  const query = useQuery(backupStore());
  const [isOpen, setOpen] = useState(false);
  const confirm = useConfirm();
  const testing = useAction(testStore, { done: t('storeWorks') });
  const removing = useAction(removeStore, { invalidates: [storeCall], done: t('storeRemoved') });
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: t('removeStoreTitle'),
      hint: t('removeStoreHint'),
      okText: t('removeStore'),
      isDangerous: true,
    });
    if (isSure) {
      await removing.act({});
    }
  };
  return (
    <section className={`card ${styles['card']}`} aria-label={t('store')}>
      <h2 className={styles['heading']}>{t('store')}</h2>
      <PageState query={query} isInCard>
        {(store) => (
          <>
            {store ? (
              <DetailList
                details={[
                  { label: t('endpoint'), value: store.endpoint },
                  { label: t('bucket'), value: store.bucket },
                  store.prefix && { label: t('prefix'), value: store.prefix },
                  { label: t('accessKeyId'), value: store.accessKeyId },
                  {
                    label: t('copied'),
                    value: t(store.copiesManual ? 'copiesAll' : 'copiesScheduled'),
                  },
                ]}
              />
            ) : (
              <p className={styles['soft']}>{t('noStore')}</p>
            )}
            <div className={styles['buttons']}>
              <Button onClick={() => setOpen(true)}>
                {t(store ? 'changeStore' : 'setUpStore')}
              </Button>
              {store && (
                <>
                  <Button loading={testing.isBusy} onClick={() => void testing.act({})}>
                    {t('test')}
                  </Button>
                  <Button danger type="text" onClick={() => void remove()}>
                    {t('removeStore')}
                  </Button>
                </>
              )}
            </div>
          </>
        )}
      </PageState>
      {isOpen && <StoreForm onClose={() => setOpen(false)} />}
    </section>
  );
}
