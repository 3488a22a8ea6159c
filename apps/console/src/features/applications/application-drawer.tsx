import type { HostApplication } from '@clusterdesk/contracts';
import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../shared/lib/format/format-list.js';
import { useFocusBack } from '../../shared/ui/dialog/dialog.js';
import { DetailList } from '../../shared/ui/layout/detail-list.js';
import { allowedActions, ApplicationButtons } from './application-buttons.js';
import { InstallState } from './application-state.js';
import styles from './applications.module.css';
import { NodeResults } from './node-results.js';

interface ApplicationDrawerProps {
  application: HostApplication;
  onClose: () => void;
}

/** All about one application: what it is, what can be done with it, and how each node stands with it. */
export function ApplicationDrawer({ application, onClose }: ApplicationDrawerProps): ReactNode {
  const { t } = useTranslation('applications');
  useFocusBack(true);
  const { name, version, type, description, kinds } = application;
  return (
    <Drawer
      open
      title={`${name} ${version}`}
      size={720}
      mask={{ blur: false }}
      styles={{
        wrapper: { maxWidth: '100vw' },
        footer: { padding: 'var(--space-2) var(--space-6)' },
      }}
      footer={
        allowedActions(application).length > 0 && (
          <div className={styles['actions']}>
            <ApplicationButtons application={application} />
          </div>
        )
      }
      onClose={onClose}
    >
      <DetailList
        details={[
          {
            key: 'status',
            label: t('status'),
            value: <InstallState application={application} />,
          },
          { key: 'description', label: t('description'), value: description },
          { key: 'type', label: t('type'), value: type },
          {
            key: 'kinds',
            label: t('kinds'),
            value: formatList(kinds.map((kind) => t(`kind_${kind}`))),
          },
        ]}
      />
      <NodeResults application={application} />
    </Drawer>
  );
}
