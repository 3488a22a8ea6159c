import { limits } from '@clusterdesk/contracts';
import type { ReactNode } from 'react';
import { diskSpace } from '../../../features/disk/disk-space.js';
import { EditJobPage } from '../../../features/jobs/pages/edit-job-page.js';
import type { JobProjects } from '../../../features/jobs/form/place/place-fields.js';
import { rightsOf } from '../../../features/projects/browse/entry-rights.js';
import { projectSpace } from '../../../features/projects/project-space.js';
import { readTextStart } from '../../../features/transfer/preview/text/read-text.js';
import { downloadUrl } from '../../../shared/files/fetch-by-browser.js';
import { translate } from '../../../shared/i18n/i18n.js';
import { paths } from '../../../shared/paths.js';
import { useIsAllowed } from '../../menus/menus-context.js';

/** The whole text of a script on the disk. @throws ApiError, or Error with a sentence when it is no script */
async function readScript(path: string, signal = new AbortController().signal): Promise<string> {
  const url = await diskSpace.reads.preview(path, signal).then(downloadUrl);
  const { text, isCut } = await readTextStart(url, signal);
  if (text === null) {
    throw new Error(translate('jobs:scriptNoText'));
  }
  // A preview goes as far as a script may.
  if (isCut || new Blob([text]).size > limits.scriptMaxBytes) {
    throw new Error(translate('jobs:scriptTooLong'));
  }
  return text;
}

const projects: JobProjects = {
  spaceOf: projectSpace,
  canTake: (entry) => rightsOf(entry).download,
};

/** Joins the form of a job with the disk and the projects: it runs in their folders, and takes scripts of the disk. */
export function EditJobRoute(): ReactNode {
  const isAllowed = useIsAllowed();
  const hasProjects = [paths.managedProjects, paths.joinedProjects].some(isAllowed);
  return (
    <EditJobPage
      space={diskSpace}
      projects={hasProjects ? projects : null}
      readScript={readScript}
    />
  );
}
