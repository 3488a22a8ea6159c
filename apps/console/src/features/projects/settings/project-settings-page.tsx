import {
  endpoints,
  limits,
  type FilePermission,
  type ProjectSettings,
} from '@clusterdesk/contracts';
import { Button, Form, InputNumber, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { ConfirmByTyping } from '../../../shared/ui/dialog/confirm-by-typing.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { useFormSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { projectSettings, queriesOfProjects } from '../api/project-queries.js';
import { NoProject, ProjectGone } from '../components/no-project.js';
import { ProjectFields } from '../components/project-fields.js';
import { SwitchGrid } from '../components/switch-grid.js';
import { leavesDownloadsToOwner, projectListOf } from '../project-facts.js';
import { ProjectTags } from './project-tags.js';
import { ProjectUsage } from './project-usage.js';

interface Values {
  projectName: string;
  projectDescribe: string;
  filePermission: FilePermission;
  approvalDays: number;
  approversNeeded: number;
}

const rules = endpoints.projects.edit.input.shape;

function DeleteProject({ project }: { project: ProjectSettings }): ReactNode {
  const { t } = useTranslation('projects');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const { submit } = useAction(endpoints.projects.remove, {
    invalidates: queriesOfProjects,
    done: t('projectDeleted'),
  });
  return (
    <>
      <Button danger onClick={() => setIsAsking(true)}>
        {t('deleteProject')}
      </Button>
      {isAsking && (
        <ConfirmByTyping
          title={t('deleteTitle', { name: project.projectName })}
          hint={<p className="soft">{t('deleteHint')}</p>}
          name={project.projectName}
          okText={t('deleteProject')}
          onConfirm={() => submit({ id: project.id })}
          onDone={() => void navigate(projectListOf('managed').path)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface SettingsFormProps {
  source: FormSource<ProjectSettings>;
  canSetQuota: boolean;
}

function SettingsForm({ source, canSetQuota }: SettingsFormProps): ReactNode {
  const { t } = useTranslation('projects');
  const project = source.now;
  const [form] = Form.useForm<Values>();
  const { submit } = useAction(endpoints.projects.edit, {
    invalidates: queriesOfProjects,
    done: t('saved'),
  });
  const isBound = leavesDownloadsToOwner({ ...project, role: project.isOwner ? 'owner' : 'admin' });
  return (
    <FormPage<Values>
      form={form}
      title={t('settingsOf', { name: project.projectName })}
      backTo={paths.project(project.id)}
      backLabel={project.projectName}
      width="columns"
      source={source}
      onSubmit={async (_, { filePermission: permissionChanges, ...changed }) => {
        await submit({ id: project.id, ...changed, permissionChanges });
        return paths.project(project.id);
      }}
      note={<DeleteProject project={project} />}
    >
      <ProjectFields />
      <Form.Item label={t('tags')}>
        <ProjectTags projectId={project.id} />
      </Form.Item>
      <Form.Item label={t('usage')}>
        <ProjectUsage projectId={project.id} canSetQuota={canSetQuota} />
      </Form.Item>
      <Form.Item
        name="filePermission"
        label={t('switches')}
        extra={isBound ? t('ownerGivesDownloads') : t('switchesHint')}
      >
        <SwitchGrid mostDownloads={isBound ? project.filePermission : undefined} />
      </Form.Item>
      <Form.Item
        name="approvalDays"
        label={t('approvalDays')}
        required
        extra={t('approvalDaysHint')}
        rules={[schemaRule(rules.approvalDays, { empty: t('approvalDaysRule') })]}
      >
        <InputNumber min={1} max={limits.approvalMaxDays} precision={0} />
      </Form.Item>
      <Form.Item name="approversNeeded" label={t('approvers')} extra={t('approversHint')}>
        <Radio.Group
          options={[
            {
              value: 1,
              label: t('approvers_1'),
              disabled: isBound,
            },
            { value: 2, label: t('approvers_2') },
          ]}
        />
      </Form.Item>
    </FormPage>
  );
}

/** The settings of a project, for its owner and its administrator (spec part 1 §2, /projectSettings). */
export function ProjectSettingsPage({ canSetQuota }: { canSetQuota: boolean }): ReactNode {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const query = useFormSource({ ...projectSettings(id), enabled: id !== '' });
  if (id === '') {
    return <NoProject />;
  }
  return (
    <PageState query={query} gone={(error) => <ProjectGone error={error} projectId={id} />}>
      {(source) => <SettingsForm key={id} source={source} canSetQuota={canSetQuota} />}
    </PageState>
  );
}
