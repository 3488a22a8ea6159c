import {
  endpoints,
  type DownloadPermission as Permission,
  type UserOption,
} from '@clusterdesk/contracts';
import { Button, Switch } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { TheirValues } from '../../../shared/ui/form/source/their-values.js';
import { useFormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { useUnsavedWork } from '../../../shared/ui/form/unsaved-work.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { useMessages } from '../../../shared/ui/messages/messages.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { UserTransfer } from '../../../shared/users/user-transfer.js';
import styles from './download-permission.module.css';

const { downloadPermission } = endpoints;

/** The switch, and who is chosen for each of its states. */
interface Values {
  allowDownload: boolean;
  on: readonly UserOption[];
  off: readonly UserOption[];
}

const toOption = ({ userId, ...user }: Permission['allowDownloadOfNotAllowUsers'][number]) => ({
  id: userId,
  ...user,
});

const valuesOf = (permission: Permission): Values => ({
  allowDownload: permission.allowDownload,
  on: permission.allowDownloadOfNotAllowUsers.map(toOption),
  off: permission.notAllowDownloadOfAllowUser.map(toOption),
});

/** What tells values from others: the switch and the ids, in any order. */
const marksOf = ({ allowDownload, on, off }: Values): string =>
  JSON.stringify([allowDownload, ...[on, off].map((users) => users.map(({ id }) => id).sort())]);

function Permit({ now }: { now: Values }): ReactNode {
  const { t } = useTranslation(['downloadPermission', 'common']);
  const { message } = useMessages();
  const navigate = useNavigate();
  // What is changed here, and what held when that began; without a change the page shows what holds now.
  const [edit, setEdit] = useState<{ values: Values; from: string } | null>(null);
  const values = edit?.values ?? now;
  const isDirty = edit !== null && marksOf(values) !== marksOf(now);
  useUnsavedWork(() => isDirty);
  const { act, isBusy } = useAction(downloadPermission.save, {
    invalidates: [downloadPermission.detail],
    isFreshAtEnd: true,
    done: t('saved'),
  });
  const confirm = useConfirm();
  const all = useAction(downloadPermission.allowAll, {
    invalidates: [downloadPermission.detail],
    isFreshAtEnd: true,
    done: t('saved'),
  });
  const change = (changed: Partial<Values>): void =>
    setEdit({ values: { ...values, ...changed }, from: edit?.from ?? marksOf(now) });
  const state = values.allowDownload ? 'on' : 'off';
  const chosen = values[state];
  const save = async (): Promise<void> => {
    if (chosen.length === 0) {
      void message.error(t('common:noUserPicked'));
      return;
    }
    const userIds = chosen.map(({ id }) => id);
    if (await act({ allowDownload: values.allowDownload, userIds })) {
      setEdit(null);
    }
  };
  // The list of one state is replaced by at least one user, so that this one takes a call of its own.
  const allowAll = async (): Promise<void> => {
    const isSure = await confirm({ title: t('allowAllTitle'), hint: t('allowAllHint') });
    if (isSure && (await all.act({}))) {
      setEdit(null);
    }
  };
  const isOpenToAll = now.allowDownload && now.on.length === 0;
  return (
    <>
      {isDirty && edit.from !== marksOf(now) && <TheirValues onTake={() => setEdit(null)} />}
      <div className={`card ${styles['state']}`}>
        <Switch
          aria-label={t('switch')}
          checked={values.allowDownload}
          checkedChildren={t('on')}
          unCheckedChildren={t('off')}
          onChange={(allowDownload) => change({ allowDownload })}
        />
        <div>
          <p role="status">{t(`means_${state}`)}</p>
          <p className="soft small">{t('hint')}</p>
        </div>
      </div>
      {/* Above the lists, which grow when their users come. */}
      <div className={styles['bar']}>
        <Button type="primary" loading={isBusy} disabled={!isDirty} onClick={() => void save()}>
          {t('common:save')}
        </Button>
        {!isOpenToAll && (
          <Button loading={all.isBusy} onClick={() => void allowAll()}>
            {t('allowAll')}
          </Button>
        )}
        <Button onClick={() => void navigate(paths.workbench)}>{t('common:back')}</Button>
        <span className="soft small" role="status">
          {t(`count_${state}`, { count: chosen.length })}
        </span>
      </div>
      <UserTransfer
        key={state}
        add={t(`add_${state}`)}
        chosen={chosen}
        onChange={(users) => change({ [state]: users })}
        others={{
          title: t(`others_${state}`),
          find: t('findOthers'),
          empty: t('noOthers'),
          move: t(values.allowDownload ? 'deny' : 'allow'),
        }}
        chosenWords={{
          title: t(`chosen_${state}`),
          find: t('findChosen'),
          empty: t('nobody'),
          move: t(values.allowDownload ? 'allow' : 'deny'),
        }}
      />
    </>
  );
}

/** The platform-wide switch and its users (spec part 2 §2, System settings). */
export function DownloadPermission(): ReactNode {
  const { t } = useTranslation('downloadPermission');
  useWatch({ topic: 'accounts', what: 'downloads' });
  const query = useFormSource(queryOptionsOf(downloadPermission.detail, { size: 0 }));
  return (
    <section className={styles['part']} aria-label={t('title')}>
      <PageHeader isPart title={t('title')} />
      <PageState query={query}>{({ now }) => <Permit now={valuesOf(now)} />}</PageState>
    </section>
  );
}
