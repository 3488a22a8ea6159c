import { endpoints, type SavedScript } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatList } from '../../../../shared/lib/format/format-list.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { Dialog } from '../../../../shared/ui/dialog/dialog.js';
import { useConfirm } from '../../../../shared/ui/dialog/use-confirm.js';
import { EmptyState } from '../../../../shared/ui/state/empty-state.js';
import { RowActions } from '../../../../shared/ui/table/row-actions.js';
import { useIsAdministrator } from '../../../../shared/users/use-is-administrator.js';
import { labelOf } from '../parameters.js';
import { queriesOfTemplates } from '../template-calls.js';
import styles from '../templates.module.css';

interface ManageTemplatesProps {
  scripts: readonly SavedScript[];
  onEdit: (script: SavedScript) => void;
  onClose: () => void;
}

/** The user's templates, to edit and delete; administrators delete others' too. */
export function ManageTemplates({ scripts, onEdit, onClose }: ManageTemplatesProps): ReactNode {
  const { t } = useTranslation(['templates', 'common']);
  const confirm = useConfirm();
  const isAdministrator = useIsAdministrator();
  const remove = useAction(endpoints.jobs.savedDelete, {
    invalidates: queriesOfTemplates,
    done: t('common:deleted'),
  });
  const shown = scripts.filter(({ isOwn }) => isOwn || isAdministrator);

  const ask = async ({ id, jobName, queues, projects }: SavedScript): Promise<void> => {
    const isShared = queues.length + projects.length > 0;
    const isSure = await confirm({
      title: t('deleteTitle', { name: jobName }),
      hint: isShared ? t('deleteSharedHint') : t('deleteHint'),
      okText: t('common:remove'),
      isDangerous: true,
    });
    if (isSure) {
      await remove.act({ id });
    }
  };
  const factsOf = ({ isOwn, ownerName, parameters, queues, projects }: SavedScript): string[] => {
    const sharedWith = [
      ...queues.map(({ queueName }) => queueName),
      ...projects.map(({ projectName }) => projectName),
    ];
    return [
      ...(isOwn ? [] : [ownerName ?? t('authorLeft')]),
      ...(parameters.length === 0
        ? []
        : [t('asksFor', { names: formatList(parameters.map(labelOf)) })]),
      ...(sharedWith.length === 0 ? [] : [t('sharedWith', { names: formatList(sharedWith) })]),
    ];
  };
  return (
    <Dialog open title={t('manage')} footer={null} onCancel={onClose} width={640}>
      {shown.length === 0 ? (
        <EmptyState title={t('noOwnTitle')} hint={t('noOwnHint')} />
      ) : (
        <ul className={styles['list']}>
          {shown.map((script) => (
            <li key={script.id}>
              <div>
                <b>{script.jobName}</b>
                <small>{factsOf(script).join(' · ')}</small>
              </div>
              <RowActions>
                {script.isOwn && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={t('editNamed', { name: script.jobName })}
                    onClick={() => onEdit(script)}
                  >
                    {t('common:edit')}
                  </Button>
                )}
                <Button
                  type="link"
                  size="small"
                  danger
                  aria-label={t('deleteNamed', { name: script.jobName })}
                  onClick={() => void ask(script)}
                >
                  {t('common:remove')}
                </Button>
              </RowActions>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
