import { endpoints } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { TrashView, type TrashBin } from '../../../shared/file-browser/trash/trash-view.js';
import { paths } from '../../../shared/paths.js';
import { diskSpace, invalidateDiskDetails, restoreFromTrash } from '../disk-space.js';

const noFilters = [] as const;

const bin: TrashBin = {
  space: diskSpace,
  name: 'trash',
  page: (pageNum, size) => queryOptionsOf(endpoints.trash.list, { pageNum, size }),
  restore: restoreFromTrash,
  purge: async (ids) => {
    await call(endpoints.trash.purge, { ids });
  },
  empty: async () => {
    await call(endpoints.trash.empty, {});
  },
  refresh: invalidateDiskDetails,
};

/** What was deleted of the own disk and can still be had back. */
export function TrashPage(): ReactNode {
  const { t } = useTranslation('disk');
  return (
    <TrashView
      bin={bin}
      filters={noFilters}
      label={t('trash')}
      backTo={paths.myFiles}
      backLabel={t('backToFiles')}
    />
  );
}
