import { limits } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { nameOf } from '../../../shared/file-browser/file-names.js';
import type { FileSpace } from '../../../shared/file-browser/file-space.js';
import { readJobInProject } from '../../../shared/job-in-project.js';
import { paths } from '../../../shared/paths.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { useFormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { jobDetail } from '../api/job-queries.js';
import { JobForm } from '../form/job-form.js';
import type { JobProjects } from '../form/place/place-fields.js';
import { jobNameOf, valuesOf, type JobFormValues } from '../form/job-form-values.js';

interface EditJobPageProps {
  /** Where the working folder and the script are chosen. */
  space: FileSpace;
  /** Null: the user has no projects to run jobs in. */
  projects: JobProjects | null;
  /** Reads a script of the space. @throws Error with a sentence for the user */
  readScript: (path: string, signal?: AbortSignal) => Promise<string>;
}

/** Where the address says that the job works; undefined: it says nothing. */
function placeIn(search: URLSearchParams): Partial<JobFormValues> | undefined {
  const place = readJobInProject(search);
  if (!place) {
    return undefined;
  }
  const { projectId, inputs, ...same } = place;
  return { ...same, spaceId: projectId, inputs: inputs.slice(0, limits.jobInputsMax) };
}

/**
 * Run a job (spec part 2 §2); `?from=` starts with another job's values, `?script=` with a script of My files, `?space=project` in a
 * project (`jobInProjectPath`).
 */
export function EditJobPage({ space, projects, readScript }: EditJobPageProps): ReactNode {
  const { t } = useTranslation('jobs');
  const [search] = useSearchParams();
  const from = search.get('from');
  const script = search.get('script');
  const earlier = useFormSource({ ...jobDetail(from ?? ''), enabled: from !== null });
  const text = useFormSource({
    queryKey: ['jobs', 'script', script],
    queryFn: ({ signal }) => readScript(script ?? '', signal),
    enabled: from === null && script !== null,
  });
  const form = (template?: Partial<JobFormValues>): ReactNode => (
    <JobForm
      key={from ?? script ?? search.toString()}
      template={template}
      space={space}
      projects={projects}
      readScript={(path) => readScript(path)}
    />
  );
  const head = (
    <PageHeader>
      <BackLink to={paths.jobs}>{t('title')}</BackLink>
    </PageHeader>
  );
  if (from !== null) {
    return (
      <PageState query={earlier} head={head}>
        {({ first }) => form(valuesOf(first))}
      </PageState>
    );
  }
  if (script !== null) {
    return (
      <PageState query={text} head={head}>
        {({ first }) =>
          form({
            ...placeIn(search),
            jobName: jobNameOf(nameOf(script)),
            scriptContent: first,
          })
        }
      </PageState>
    );
  }
  return form(placeIn(search));
}
