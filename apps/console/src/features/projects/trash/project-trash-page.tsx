import { endpoints } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../../shared/api/call.js';
import { invalidate } from '../../../shared/api/invalidate.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { TrashView, type TrashBin } from '../../../shared/file-browser/trash/trash-view.js';
import { useTitlePart } from '../../../shared/lib/dom/document-title.js';
import { paths } from '../../../shared/paths.js';
import { firstSize } from '../../../shared/ui/table/list-url.js';
import { projectDetail } from '../api/project-queries.js';
import { NoProject } from '../components/no-project.js';
import { isRefusal } from '../../../shared/api/api-error.js';
import { projectSpace } from '../project-space.js';

const filters = ['id'] as const;

const binOf = (projectId: string): TrashBin => ({
  space: projectSpace(projectId),
  name: 'projectTrash',
  page: (pageNum, size) =>
    queryOptionsOf(endpoints.projectFiles.trash, { projectId, pageNum, size }),
  restore: async (ids) => {
    const restored = await call(endpoints.projectFiles.restoreFromTrash, { projectId, ids });
    return restored.map(({ path }) => path);
  },
  purge: async (ids) => {
    await call(endpoints.projectFiles.purgeTrash, { projectId, ids });
  },
  empty: async () => {
    await call(endpoints.projectFiles.emptyTrash, { projectId });
  },
  refresh: () => invalidate([endpoints.projectFiles.trash, endpoints.projectFiles.usage]),
});

/** What was deleted of a project and can still be had back, for those who manage it. */
export function ProjectTrashPage(): ReactNode {
  const { t } = useTranslation('projectFiles');
  const id = useSearchParams()[0].get('id') ?? '';
  const bin = useMemo(() => binOf(id), [id]);
  const { data: project, error } = useQuery({ ...projectDetail(id), enabled: id !== '' });
  // The list shows failures; that it is not the viewer's to see at all stands in place of the page.
  const { error: trashError } = useQuery({ ...bin.page(0, firstSize), enabled: id !== '' });
  const refusal = [error, trashError].find(isRefusal);
  useTitlePart('thing', project?.projectName ?? null);
  if (id === '') {
    return <NoProject />;
  }
  if (refusal) {
    return <NoProject error={refusal} projectId={id} />;
  }
  return (
    <TrashView
      bin={bin}
      filters={filters}
      label={t('trash')}
      backTo={paths.project(id)}
      backLabel={t('backToProject', { name: project?.projectName ?? '' })}
    />
  );
}
