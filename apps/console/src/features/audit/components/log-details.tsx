import type { LogRow } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import { DetailDrawer } from '../../../shared/ui/dialog/detail-drawer.js';
import { DetailList, type Detail } from '../../../shared/ui/layout/detail-list.js';
import { changesIn } from '../log-changes.js';
import { useOperations } from '../log-operations.js';
import { actorOf, sentenceOf } from '../log-sentence.js';
import { detailName, LevelTag, modelName, resultOf } from './log-columns.js';
import styles from './log.module.css';

/** Everything a row of the log knows, with what was before and after; and the way to its neighbours. */
export function LogDetails({ row, onClose }: { row: LogRow; onClose: () => void }): ReactNode {
  const { t } = useTranslation(['audit', 'common']);
  const operations = useOperations();
  const { changes, others } = changesIn(row.details);
  const plain = (key: string, label: string, value: ReactNode): Detail => ({ key, label, value });
  const { target, userId } = row;
  return (
    <DetailDrawer size={520} title={t('details')} onClose={onClose}>
      <p className={styles['sentence']}>
        <b>{actorOf(row, t)}</b> {sentenceOf(row, operations.of(row.methodName))}
      </p>
      {changes.length > 0 && (
        <table className={styles['changes']}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name ? detailName(t, name) : t('value')}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <DetailList
        details={[
          plain('time', t('createTime'), <TimeText time={row.createTime} />),
          plain('level', t('logLevel'), <LevelTag level={row.logLevel} t={t} />),
          plain('model', t('logModel'), modelName(t, row.logModel)),
          {
            ...plain('user', t('userName'), actorOf(row, t)),
            action: userId && <Link to={paths.logBy(userId)}>{t('moreOfUser')}</Link>,
          },
          target && {
            ...plain('target', t('target'), target.name || target.id),
            action: <Link to={paths.logOf(target.type, target.id)}>{t('moreOfTarget')}</Link>,
          },
          plain('address', t('address'), row.address ?? '–'),
          plain('result', t('errorCode'), resultOf(row, t)),
          row.errorCode !== null && plain('code', t('code'), <code>{row.errorCode}</code>),
          plain('call', t('call'), <code>{row.methodName}</code>),
          ...others.map(([name, value]) => plain(`detail ${name}`, detailName(t, name), value)),
        ]}
      />
      <CopyButton
        type="default"
        size="middle"
        className={styles['copy'] ?? ''}
        text={JSON.stringify(row, null, 2)}
        label={t('copyRow')}
      >
        {t('copyRow')}
      </CopyButton>
    </DetailDrawer>
  );
}
