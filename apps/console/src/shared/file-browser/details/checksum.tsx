import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/api-error.js';
import { CopyButton } from '../../ui/feedback/copy-button.js';
import { fileKeys, type FileEntry, type FileSpace } from '../file-space.js';

/** A file's SHA-256, made when it is asked for; the making ends when this is not shown any more. */
export function Checksum({ space, entry }: { space: FileSpace; entry: FileEntry }): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const [isAsked, setIsAsked] = useState(false);
  const { checksum } = space.reads;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...fileKeys.details(space.ref, entry), 'checksum'],
    queryFn: ({ signal }) => checksum?.(entry.path, signal) ?? Promise.resolve(null),
    enabled: isAsked,
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
  return (
    <>
      {error && !isFetching && <span role="alert">{messageOf(error)}</span>}
      <Button
        size="small"
        loading={isFetching}
        onClick={() => (isAsked ? void refetch() : setIsAsked(true))}
      >
        {t(error ? 'common:retry' : 'files:makeChecksum')}
      </Button>
    </>
  );
}
