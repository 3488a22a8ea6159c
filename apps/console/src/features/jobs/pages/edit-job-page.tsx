import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { nameOf } from '../../../shared/file-browser/file-names.js';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';
import { paths } from '../../../shared/paths.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { jobDetail } from '../api/job-queries.js';
import { JobForm } from '../form/job-form.js';
import { jobNameOf, valuesOf } from '../form/job-form-values.js';

interface EditJobPageProps {
  /** Where the working folder and the script are chosen. */
  space: FileSpace;
  /** Reads a script of the space. @throws Error with a sentence for the user */
  readScript: (path: string, signal?: AbortSignal) => Promise<string>;
}

/** Run a job (spec part 2 §2); `?from=` starts with another job's values, `?script=` with a script of My files. */
export function EditJobPage({ space, readScript }: EditJobPageProps): ReactNode {
  const { t } = useTranslation(['jobs', 'common']);
  const [search] = useSearchParams();
  const from = search.get('from');
  const script = search.get('script');
  const earlier = useQuery({ ...jobDetail(from ?? ''), enabled: from !== null });
  const text = useQuery({
    queryKey: ['jobs', 'script', script],
    queryFn: ({ signal }) => readScript(script ?? '', signal),
    enabled: from === null && script !== null,
    retry: false,
    // The file may have been changed since; while the form is open it keeps what it began with.
    staleTime: 'static',
    gcTime: 0,
  });
  const source = from !== null ? earlier : script !== null ? text : null;
  const template =
    from !== null
      ? earlier.data && valuesOf(earlier.data)
      : script !== null && text.data !== undefined
        ? { jobName: jobNameOf(nameOf(script)), scriptContent: text.data }
        : undefined;
  if (source === null || template) {
    return (
      <JobForm
        key={from ?? script}
        template={template}
        space={space}
        readScript={(path) => readScript(path)}
      />
    );
  }
  return (
    <>
      <PageHeader>
        <BackLink to={paths.jobs}>{t('title')}</BackLink>
      </PageHeader>
      <div className="card" style={{ padding: 24 }}>
        {source.error ? (
          <ErrorState error={source.error} onRetry={() => void source.refetch()} />
        ) : (
          <div role="status" aria-label={t('common:loading')}>
            <Skeleton active paragraph={{ rows: 12 }} />
          </div>
        )}
      </div>
    </>
  );
}
