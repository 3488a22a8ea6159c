import { endpoints, type ApplicationPlan, type HostApplication } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import type { Act } from '../application-buttons.js';
import { applicationPlan, queriesOfApplications } from '../application-queries.js';
import { versionName } from '../application-words.js';
import styles from '../applications.module.css';
import { NodeChoice, usefulNodes } from './node-choice.js';

interface RunDialogProps {
  application: Pick<HostApplication, 'name' | 'version'>;
  act: Act;
  /** A script was sent to this node, and may be to others. */
  onStarted: (nodeId: string) => void;
  onClose: () => void;
}

/** Shows what root would run and on which hosts, has them chosen, and starts it: what was read is what runs, or nothing. */
export function RunDialog({ application, act, onStarted, onClose }: RunDialogProps): ReactNode {
  const { t } = useTranslation('applications');
  const { name, version } = application;
  const query = useQuery(applicationPlan({ name, version, action: act }));
  // What is read does not change under its reader: it is asked for again when a decision was refused.
  const [read, setRead] = useState<{ plan: ApplicationPlan; chosen: readonly string[] } | null>(
    null,
  );
  const [refusal, setRefusal] = useState<string | null>(null);
  const start = useAction(endpoints.applications[act], {
    invalidates: queriesOfApplications,
    done: ({ nodes }) => t('started', { count: nodes }),
  });
  const show = (plan: ApplicationPlan | undefined): void => {
    if (plan) {
      setRead({ plan, chosen: usefulNodes(plan, act, version) });
    }
  };
  useEffect(() => {
    if (!read) {
      show(query.data);
    }
  });
  const run = async (): Promise<void> => {
    if (!read) {
      return;
    }
    const { plan, chosen } = read;
    setRefusal(null);
    try {
      await start.submit({ name, version, digest: plan.digest, nodeIds: [...chosen] });
    } catch (error) {
      setRefusal(messageOf(error));
      show((await query.refetch()).data);
      return;
    }
    onClose();
    const [first] = chosen;
    if (first !== undefined) {
      onStarted(first);
    }
  };
  const chosen = read?.chosen ?? [];
  return (
    <Dialog
      open
      width={720}
      title={t(`${act}Title`, { name, version: versionName(t, application) })}
      okText={chosen.length > 0 ? t('runOn', { act: t(act), count: chosen.length }) : t(act)}
      okButtonProps={{ danger: act === 'uninstall', disabled: chosen.length === 0 }}
      confirmLoading={start.isBusy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {refusal !== null && <Alert type="error" showIcon role="alert" title={refusal} />}
      <PageState query={query} isInCard>
        {() =>
          read && (
            <div className={styles['plan']}>
              {read.plan.scripts.map(({ action, script }) => (
                <section key={action} aria-label={t(`script_${action}`)}>
                  <h3>{t(`script_${action}`)}</h3>
                  <pre tabIndex={0}>{script}</pre>
                </section>
              ))}
              <NodeChoice
                nodes={read.plan.nodes}
                chosen={chosen}
                onChange={(next) => setRead({ ...read, chosen: next })}
              />
            </div>
          )
        }
      </PageState>
    </Dialog>
  );
}
