import { endpoints, type ProjectRow, type ProjectUser } from '@clusterdesk/contracts';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { useConfirm } from '../../../shared/ui/dialog/use-confirm.js';
import { RowActions } from '../../../shared/ui/table/row-actions.js';
import { queriesOfPeople } from '../api/project-queries.js';
import { isManagerOf, leavesDownloadsToOwner, projectListOf } from '../project-facts.js';
import { personName } from '../../../shared/users/person-name.js';

/** A project, and who looks at it. */
export interface PeopleProps {
  project: ProjectRow;
  userId: string;
}

/** What can be done to a member: make him the administrator, take him out; to oneself: leave. */
export function useMemberActions({
  project,
  userId,
}: PeopleProps): (user: ProjectUser) => ReactNode {
  const { t } = useTranslation('projects');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const projectId = project.id;
  const setAdmin = useAction(endpoints.projects.setAdmin, {
    invalidates: queriesOfPeople,
    done: t('adminSet'),
  });
  const remove = useAction(endpoints.projects.removeUser, {
    invalidates: queriesOfPeople,
    done: t('removed'),
  });
  const leave = useAction(endpoints.projects.leave, {
    invalidates: queriesOfPeople,
    done: t('left'),
  });
  const ask = async (user: ProjectUser, what: 'setAdmin' | 'remove' | 'leave'): Promise<void> => {
    const name = personName(user);
    const isSure = await confirm({
      title: t(`${what}Title`, { name, project: project.projectName }),
      hint: t(`${what}Hint`),
      okText: t(what),
      isDangerous: what !== 'setAdmin',
    });
    if (!isSure) {
      return;
    }
    if (what === 'setAdmin') {
      await setAdmin.act({ id: projectId, userId: user.id });
    } else if (what === 'remove') {
      await remove.act({ projectId, userId: user.id });
    } else if (await leave.act({ projectId })) {
      void navigate(projectListOf('joined').path);
    }
  };
  const isManager = isManagerOf(project);
  const mayHandOver = isManager && !leavesDownloadsToOwner(project);
  return (user) => {
    if (user.id === userId && user.role === 'admin') {
      return (
        <span className="soft small">
          {t(leavesDownloadsToOwner(project) ? 'ownerHandsOver' : 'handOverFirst')}
        </span>
      );
    }
    const button = (what: 'setAdmin' | 'remove' | 'leave'): ReactNode => (
      <Button
        type="link"
        size="small"
        danger={what !== 'setAdmin'}
        aria-label={t(`${what}Named`, { name: personName(user) })}
        onClick={() => void ask(user, what)}
      >
        {t(what)}
      </Button>
    );
    return (
      <RowActions>
        {mayHandOver && user.role !== 'admin' && user.id !== project.admin.id && button('setAdmin')}
        {isManager && user.role === 'member' && user.id !== userId && button('remove')}
        {user.role === 'member' && user.id === userId && button('leave')}
      </RowActions>
    );
  };
}
