import { SyncOutlined, UploadOutlined } from '@ant-design/icons';
import { endpoints, type UpgradeState } from '@clusterdesk/contracts';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileInput } from '../../../shared/files/use-file-input.js';
import { useLanguage } from '../../../shared/i18n/i18n.js';
import { useHasMenu } from '../../../shared/menus/own-menus.js';
import { pagePaths } from '../../../shared/paths.js';
import { CopyButton } from '../../../shared/ui/action/copy-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { StatusTag } from '../../../shared/ui/text/status-tag.js';
import { UpgradeProgress } from './upgrade-progress.js';
import { isUnderWay, useUpgradeState } from './upgrade-queries.js';
import styles from './upgrade.module.css';

/** Looks for a new version and installs it (spec part 2 §2, Contact page); for those who manage the system. */
export function UpgradeCard(): ReactNode {
  const { t } = useTranslation('upgrades');
  const isManager = useHasMenu(pagePaths.settings);
  const query = useUpgradeState(isManager);
  if (!isManager) {
    return null;
  }
  // While the platform restarts a call that fails is no news.
  const shown = isUnderWay(query.data?.run) ? { ...query, error: null } : query;
  return (
    <section className={`card ${styles['card']}`} aria-label={t('title')}>
      <h2 className={styles['title']}>{t('title')}</h2>
      <PageState query={shown} isInCard>
        {(state) => <Upgrade state={state} />}
      </PageState>
    </section>
  );
}

function Upgrade({ state }: { state: UpgradeState }): ReactNode {
  const { t } = useTranslation('upgrades');
  const language = useLanguage();
  const { currentVersion, latestVersion, findingUpdate, notes, hint, run } = state;
  return (
    <>
      <DetailList
        details={[
          { label: t('currentVersion'), value: currentVersion },
          {
            label: t('latestVersion'),
            value: (
              <span className={styles['latest']}>
                {findingUpdate || state.otaOnline ? latestVersion : t('isUnknown')}
                {findingUpdate ? (
                  <StatusTag state="running">{t('isNew')}</StatusTag>
                ) : (
                  state.otaOnline && <StatusTag state="ok">{t('isLatest')}</StatusTag>
                )}
              </span>
            ),
          },
          notes?.[language] && {
            label: t('notes'),
            value: <div className={styles['notes']}>{notes[language]}</div>,
          },
          !state.canUpgradeHere && { label: t('command'), value: <Command {...state} /> },
        ]}
      />
      {hint && !isUnderWay(run) && <Alert type="warning" showIcon title={hint} />}
      {run && <UpgradeProgress run={run} />}
      <UpgradeActions state={state} />
    </>
  );
}

/** What an operator runs where no page can upgrade. */
function Command({ command }: Pick<UpgradeState, 'command'>): ReactNode {
  const { t } = useTranslation('upgrades');
  return (
    <>
      {t('commandHint')}
      <span className={styles['command']}>
        <code>{command}</code>
        <CopyButton type="text" size="small" text={command} label={t('copyCommand')} />
      </span>
    </>
  );
}

function UpgradeActions({ state }: { state: UpgradeState }): ReactNode {
  const { t } = useTranslation('upgrades');
  const confirm = useConfirm();
  const said = { invalidates: [endpoints.upgrades.state] };
  const check = useAction(endpoints.upgrades.check, {
    ...said,
    done: ({ otaOnline, latestVersion }) =>
      otaOnline ? t('checked', { version: latestVersion }) : '',
  });
  const now = useAction(endpoints.upgrades.updateNow, said);
  const manual = useAction(endpoints.upgrades.updateOfManual, said);
  const isBusy = isUnderWay(state.run) || now.isBusy || manual.isBusy;
  const ask = (title: string): Promise<boolean> => confirm({ title, hint: t('confirmHint') });
  const { pick, input } = useFileInput({
    accept: '.bundle',
    testId: 'upgrade-bundle',
    onPick: ([file]) => {
      if (file) {
        void ask(t('confirmFile', { file: file.name })).then(
          (isSure) => isSure && manual.act({ file }),
        );
      }
    },
  });
  return (
    <div className={styles['actions']}>
      {state.findingUpdate && state.canUpgradeHere && (
        <Button
          type="primary"
          disabled={isBusy}
          onClick={() =>
            void ask(t('confirmNow', { version: state.latestVersion })).then(
              (isSure) => isSure && now.act({}),
            )
          }
        >
          {t('upgradeNow')}
        </Button>
      )}
      <Button
        icon={<SyncOutlined />}
        loading={check.isBusy}
        disabled={isBusy}
        onClick={() => void check.act({})}
      >
        {t('check')}
      </Button>
      {state.canUpgradeHere && (
        <Button icon={<UploadOutlined />} disabled={isBusy} onClick={pick}>
          {t('uploadBundle')}
        </Button>
      )}
      {input}
    </div>
  );
}
