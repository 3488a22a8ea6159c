import { EyeOutlined } from '@ant-design/icons';
import { endpoints, type EffectivePermission, type FilePermission } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { filePermissionOf, projectDetail } from '../api/project-queries.js';
import { NoProject, ProjectGone } from '../components/no-project.js';
import { PermissionSource } from '../components/permission-source.js';
import { MemberViewDrawer } from './member-view-drawer.js';
import { SwitchGrid } from '../components/switch-grid.js';
import { leavesDownloadsToOwner } from '../project-facts.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

interface Entry {
  projectId: string;
  file: string;
}

const shows = [
  endpoints.projectFiles.getPermission,
  endpoints.projectFiles.rights,
  endpoints.projectFiles.list,
  endpoints.projectFiles.asMember,
] as const;

function PermissionForm({
  entry,
  source,
}: {
  entry: Entry;
  source: FormSource<EffectivePermission>;
}): ReactNode {
  const { t } = useTranslation('projects');
  const navigate = useNavigate();
  const project = useQuery(projectDetail(entry.projectId));
  const isBound = project.data !== undefined && leavesDownloadsToOwner(project.data);
  const [form] = Form.useForm<{ filePermission: FilePermission }>();
  const { projectId, file } = entry;
  const { source: saved } = source.now;
  const back = paths.project(projectId, parentOf(file));
  const { submit, act, isBusy } = useAction(endpoints.projectFiles.setPermission, {
    invalidates: shows,
    done: t('saved'),
  });
  const inherit = async (): Promise<void> => {
    if (await act({ projectId, file, filePermission: null })) {
      void navigate(back);
    }
  };
  const [isViewing, setIsViewing] = useState(false);
  return (
    <>
      <FormPage<{ filePermission: FilePermission }>
        form={form}
        title={t('permissionsOf', { name: file.slice(1) })}
        hint={isBound ? t('ownerGivesDownloads') : t('permissionsHint')}
        backTo={back}
        backLabel={t('files')}
        source={mapSource(source, ({ source: _, ...filePermission }) => ({ filePermission }))}
        onSubmit={async (_, { filePermission: permissionChanges }) => {
          await submit({ projectId, file, permissionChanges });
          return back;
        }}
        note={
          saved?.path === file && file !== '/' ? (
            <Button loading={isBusy} onClick={() => void inherit()}>
              {t('inherit')}
            </Button>
          ) : undefined
        }
      >
        <FailureNote query={project} what={t('whoDecidesNotLoaded')} />
        <Alert type="info" showIcon title={<PermissionSource file={file} source={saved} />} />
        <Form.Item name="filePermission" label={t('switches')} style={{ marginTop: 16 }}>
          <SwitchGrid mostDownloads={isBound ? source.now : undefined} />
        </Form.Item>
        <Form.Item extra={t('seeAsMemberHint')}>
          <Button icon={<EyeOutlined />} onClick={() => setIsViewing(true)}>
            {t('seeAsMember')}
          </Button>
        </Form.Item>
      </FormPage>
      {isViewing && (
        <MemberViewDrawer
          projectId={projectId}
          firstDir={parentOf(file)}
          onClose={() => setIsViewing(false)}
        />
      )}
    </>
  );
}

/** The nine switches of one entry of a project (spec part 1 §2, /authoritySettings). */
export function EntryPermissionsPage(): ReactNode {
  const [search] = useSearchParams();
  const entry = { projectId: search.get('id') ?? '', file: search.get('file') ?? '' };
  const isKnown = entry.projectId !== '' && entry.file !== '';
  const query = useFormSource({
    ...filePermissionOf(entry.projectId, entry.file),
    enabled: isKnown,
  });
  if (!isKnown) {
    return <NoProject />;
  }
  return (
    <PageState
      query={query}
      gone={(error) => <ProjectGone error={error} projectId={entry.projectId} />}
    >
      {(source) => <PermissionForm key={entry.file} entry={entry} source={source} />}
    </PageState>
  );
}
