import type { HostApplication } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowActions } from '../../shared/ui/table/row-actions.js';

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

interface ApplicationButtonsProps {
  application: HostApplication;
  /** Shows what it would run, and where. */
  onAct: (application: HostApplication, act: Act) => void;
}

/** What can be done with an application, as buttons. */
export function ApplicationButtons({ application, onAct }: ApplicationButtonsProps): ReactNode {
  const { t } = useTranslation('applications');
  const { name, targets } = application;
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
            onAct(application, act);
          }}
        >
          {t(act)}
        </Button>
      ))}
    </RowActions>
  );
}
