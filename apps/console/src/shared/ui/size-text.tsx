import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSize, isOverOneTerabyte } from './format.js';
import { StatusTag } from './status-tag.js';

/** A size for people, the exact bytes on hover, and the notice when it is over 1 TB. */
export function SizeText({ bytes }: { bytes: number }): ReactNode {
  const { t } = useTranslation('common');
  return (
    <span title={`${bytes.toLocaleString()} B`}>
      {isOverOneTerabyte(bytes) && <StatusTag state="waiting">{t('overOneTerabyte')}</StatusTag>}{' '}
      {formatSize(bytes)}
    </span>
  );
}
