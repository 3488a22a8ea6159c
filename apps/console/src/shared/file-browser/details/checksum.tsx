import { limits, type CopyState } from '@clusterdesk/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/api-error.js';
import { formatSize, percentOf } from '../../lib/format/format.js';
import { serverClock } from '../../lib/time/server-clock.js';
import { useNow } from '../../lib/time/ticks.js';
import { useLiveEvent } from '../../live/connection/live-provider.js';
import { CopyButton } from '../../ui/action/copy-button.js';
import { beginTask } from '../api/entry-tasks.js';
import { joinPath } from '../file-names.js';
import { fileKeys, spaceKeyOf, type FileEntry, type FileSpace } from '../file-space.js';

const maxSeconds = limits.checksumMaxMs / 1_000;
/** The server read for as long as it may: the same file would take as long again. */
const tooLong = 'DISK_CHECKSUM_TOO_LONG';

/** How long a file has been read, and how long it is read at most. */
function ReadingFor({ sizeBytes, since }: { sizeBytes: number; since: number }): ReactNode {
  const { t } = useTranslation('files');
  const seconds = Math.min(maxSeconds, Math.max(0, Math.round((useNow('second') - since) / 1_000)));
  return (
    <>
      <span role="status">{t('checksumReading', { size: formatSize(sizeBytes) })}</span>
      <small aria-hidden>{t('checksumFor', { seconds, max: maxSeconds })}</small>
    </>
  );
}

/**
 * A file's SHA-256, made when it is asked for. Of a file up to `limits.checksumByCallBytes` by a call, which ends when this is not shown
 * any more, when it is cancelled, and after `limits.checksumMaxMs`; of a larger one, and of one that took too long, by a task, which goes on
 * and is shown with the transfers.
 */
export function Checksum({ space, entry }: { space: FileSpace; entry: FileEntry }): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const queryClient = useQueryClient();
  const [since, setSince] = useState(0);
  const [task, setTask] = useState<CopyState | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { checksum } = space.reads;
  const queryKey = [...fileKeys.details(space.ref, entry), 'checksum'];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => checksum?.(entry.path, signal) ?? Promise.resolve(null),
    enabled: false,
    staleTime: Infinity,
    retry: false,
  });
  /** Whichever window began it. */
  useLiveEvent('copyProgress', (state) => {
    const isOurs =
      state.kind === 'checksum' &&
      spaceKeyOf(state.from) === spaceKeyOf(space.ref) &&
      joinPath(state.dir, state.name) === entry.path;
    if (isOurs) {
      setTask(state);
      setRefusal(null);
    }
    if (isOurs && state.sha256 !== null) {
      queryClient.setQueryData(queryKey, state.sha256);
    }
  });
  const isByTask =
    entry.size > limits.checksumByCallBytes ||
    (error instanceof ApiError && error.error === tooLong);
  if (data) {
    return (
      <>
        <code>{data}</code>
        <CopyButton text={data} label={t('files:copyChecksum')} />
      </>
    );
  }
  if (isFetching) {
    return (
      <>
        <ReadingFor sizeBytes={entry.size} since={since} />
        <Button size="small" onClick={() => void queryClient.cancelQueries({ queryKey })}>
          {t('common:cancel')}
        </Button>
      </>
    );
  }
  if (task?.state === 'waiting' || task?.state === 'copying') {
    const percent = percentOf(task.doneBytes, task.totalBytes || 1);
    return <span role="status">{t('files:checksumTask', { percent })}</span>;
  }
  const make = (): void => {
    if (isByTask) {
      setRefusal(null);
      beginTask(space.ref, { kind: 'checksum', path: entry.path }).catch((refused: unknown) =>
        setRefusal(messageOf(refused)),
      );
      return;
    }
    setSince(serverClock.now());
    void refetch();
  };
  const problem = refusal ?? (task?.state === 'failed' ? task.message : error && messageOf(error));
  return (
    <>
      {problem && <span role="alert">{problem}</span>}
      <Button size="small" onClick={make}>
        {t(problem && !isByTask ? 'common:retry' : 'files:makeChecksum')}
      </Button>
    </>
  );
}
