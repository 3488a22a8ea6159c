import { endpoints, type ProjectRow } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { queriesOfProjects } from '../api/project-queries.js';
import { ProjectFields } from '../components/project-fields.js';

interface Values {
  projectName: string;
  projectDescribe?: string;
}

interface CreateProjectDialogProps {
  onDone: (project: ProjectRow) => void;
  onClose: () => void;
}

/** Asks for the name of a new project (spec part 1 §2), and for what it is about. */
export function CreateProjectDialog({ onDone, onClose }: CreateProjectDialogProps): ReactNode {
  const { t } = useTranslation('projects');
  const [form] = Form.useForm<Values>();
  const { submit } = useAction(endpoints.projects.add, {
    invalidates: queriesOfProjects,
    done: t('created'),
  });
  return (
    <FormDialog<Values, ProjectRow>
      form={form}
      title={t('create')}
      okText={t('create')}
      mainField="projectName"
      onSubmit={(values) => submit(values)}
      onDone={onDone}
      onClose={onClose}
    >
      <ProjectFields isFocused />
    </FormDialog>
  );
}
