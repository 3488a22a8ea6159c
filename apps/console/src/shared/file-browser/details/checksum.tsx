import { limits } from '@clusterdesk/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, messageOf } from '../../api/api-error.js';
import { formatSize } from '../../lib/format/format.js';
import { serverClock } from '../../lib/time/server-clock.js';
import { useNow } from '../../lib/time/ticks.js';
import { CopyButton } from '../../ui/action/copy-button.js';
import { fileKeys, type FileEntry, type FileSpace } from '../file-space.js';

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
 * A file's SHA-256, made when it is asked for; the making ends when this is not shown any more, when it is cancelled, and after
 * `limits.checksumMaxMs`.
 */
export function Checksum({ space, entry }: { space: FileSpace; entry: FileEntry }): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const queryClient = useQueryClient();
  const [since, setSince] = useState(0);
  const { checksum } = space.reads;
  const queryKey = [...fileKeys.details(space.ref, entry), 'checksum'];
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => checksum?.(entry.path, signal) ?? Promise.resolve(null),
    enabled: false,
    staleTime: Infinity,
    retry: false,
  });
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
  const make = (): void => {
    setSince(serverClock.now());
    void refetch();
  };
  return (
    <>
      {error && <span role="alert">{messageOf(error)}</span>}
      {!(error instanceof ApiError && error.error === tooLong) && (
        <Button size="small" onClick={make}>
          {t(error ? 'common:retry' : 'files:makeChecksum')}
        </Button>
      )}
    </>
  );
}
