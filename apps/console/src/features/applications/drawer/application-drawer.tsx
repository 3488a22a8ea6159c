import type { HostApplication } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../shared/lib/format/format-list.js';
import { DetailDrawer } from '../../../shared/ui/dialog/detail-drawer.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { allowedActions, ApplicationButtons, type Act } from '../application-buttons.js';
import { InstallState } from '../application-state.js';
import { typeName, versionName } from '../application-words.js';
import styles from '../applications.module.css';
import { NodeResults } from './node-results.js';

interface ApplicationDrawerProps {
  application: HostApplication;
  /** The node whose output is shown because a script was sent there from here. */
  started: { nodeId: string } | null;
  onAct: (application: HostApplication, act: Act) => void;
  onClose: () => void;
}

/** All about one application: what it is, what can be done with it, and how each node stands with it. */
export function ApplicationDrawer({
  application,
  started,
  onAct,
  onClose,
}: ApplicationDrawerProps): ReactNode {
  const { t } = useTranslation('applications');
  const { name, type, description, kinds } = application;
  return (
    <DetailDrawer
      title={`${name} ${versionName(t, application)}`}
      size={720}
      footer={
        allowedActions(application).length > 0 && (
          <div className={styles['actions']}>
            <ApplicationButtons application={application} onAct={onAct} />
          </div>
        )
      }
      onClose={onClose}
    >
      <DetailList
        details={[
          { label: t('status'), value: <InstallState application={application} /> },
          { label: t('description'), value: description },
          { label: t('type'), value: typeName(t, type) },
          { label: t('kinds'), value: formatList(kinds.map((kind) => t(`kind_${kind}`))) },
        ]}
      />
      <NodeResults application={application} started={started} />
    </DetailDrawer>
  );
}
