import { endpoints, type HostApplication } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../shared/ui/action/use-action.js';
import { useConfirm } from '../../shared/ui/dialog/use-confirm.js';
import { RowActions } from '../../shared/ui/table/row-actions.js';
import { queriesOfApplications } from './application-queries.js';

export type Act = 'install' | 'uninstall' | 'update' | 'retry';

/** What can be done with an application now: nothing while nodes are at work (spec part 2 §4). */
export function allowedActions({ installStatus, targets }: HostApplication): Act[] {
  if (installStatus === 2) {
    return [];
  }
  const acts: [Act, boolean][] = [
    ['retry', targets.retry > 0],
    ['install', installStatus === 0],
    ['update', targets.update > 0],
    ['uninstall', targets.uninstall > 0],
  ];
  return acts.filter(([, isMeant]) => isMeant).map(([act]) => act);
}

/** Asks, saying on how many nodes a script would run, and starts it. */
function useAct(act: Act): (application: HostApplication) => Promise<void> {
  const { t } = useTranslation('applications');
  const confirm = useConfirm();
  const { applications } = endpoints;
  const { act: start } = useAction(applications[act], {
    invalidates: queriesOfApplications,
    done: ({ nodes }) => t('started', { count: nodes }),
  });
  return async ({ name, version, targets }) => {
    const isSure = await confirm({
      title: t(`${act}Title`, { name, version }),
      hint: t('runHint', { count: targets[act] }),
      okText: t(act),
      isDangerous: act === 'uninstall',
    });
    if (isSure) {
      await start({ name, version });
    }
  };
}

/** What can be done with an application, as buttons. */
export function ApplicationButtons({ application }: { application: HostApplication }): ReactNode {
  const { t } = useTranslation('applications');
  const { name, targets } = application;
  const does: Record<Act, (application: HostApplication) => Promise<void>> = {
    install: useAct('install'),
    uninstall: useAct('uninstall'),
    update: useAct('update'),
    retry: useAct('retry'),
  };
  return (
    <RowActions>
      {allowedActions(application).map((act) => (
        <Button
          key={act}
          type="link"
          size="small"
          danger={act === 'uninstall'}
          disabled={targets[act] === 0}
          aria-label={t(`${act}Named`, { name })}
          onClick={(event) => {
            event.stopPropagation();
            void does[act](application);
          }}
        >
          {t(act)}
        </Button>
      ))}
    </RowActions>
  );
}
