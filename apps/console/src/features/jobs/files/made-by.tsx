import { endpoints, spaceIdOf } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { call } from '../../../shared/api/call.js';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import {
  fileKeys,
  type FileEntry,
  type FileSpace,
} from '../../../shared/file-browser/file-space.js';
import { seenName } from '@clusterdesk/contracts/name-parts';
import { TimeText } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { DetailList } from '../../../shared/ui/layout/detail-list.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';

interface MadeByProps {
  space: FileSpace;
  file: FileEntry;
}

/** So many inputs are named; the job's page has all of them. */
const namedInputs = 10;

/** Which job made a file or changed it last, and from what; nothing where none is known. */
export function MadeBy({ space, file }: MadeByProps): ReactNode {
  const { t } = useTranslation('jobs');
  const isProject = space.ref.space === 'project';
  const query = useQuery({
    queryKey: [...fileKeys.details(space.ref, file), 'madeBy'],
    queryFn: ({ signal }) =>
      call(
        endpoints.jobs.madeBy,
        isProject
          ? { space: 'project', spaceId: spaceIdOf(space.ref), path: file.path }
          : { path: file.path },
        signal,
      ),
  });
  const made = query.data;
  const more = (made?.inputs.length ?? 0) - namedInputs;
  return (
    <>
      <FailureNote query={query} what={t('madeByNotLoaded')} />
      {made && (
        <DetailList
          isStacked
          details={[
            {
              label: t('madeBy'),
              value: (
                <>
                  {made.jobId === null ? (
                    made.jobName
                  ) : (
                    <Link to={paths.job(made.jobId)}>{made.jobName}</Link>
                  )}{' '}
                  · {made.userName} · <TimeText time={made.endTime} />
                  {made.isChanged && ` · ${t('file_changed')}`}
                </>
              ),
            },
            made.inputs.length > 0 && {
              label: t('madeFrom'),
              value: (
                <ul style={{ padding: 0, margin: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
                  {made.inputs.slice(0, namedInputs).map(({ path }) => (
                    <li key={path}>
                      <Link to={space.folderPath(parentOf(path))} state={{ select: path }}>
                        {seenName(path)}
                      </Link>
                    </li>
                  ))}
                  {more > 0 && <li className="soft">{t('madeFromMore', { count: more })}</li>}
                </ul>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
