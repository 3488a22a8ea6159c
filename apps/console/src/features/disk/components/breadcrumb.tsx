import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { trailOf } from '../file-names.js';
import styles from './files.module.css';

/** The address of a folder's page. */
export const folderAddress = (dir: string): string =>
  dir === '/' ? '/myDoc' : `/myDoc?dir=${encodeURIComponent(dir)}`;

/** Where one is: my data / my files / folders. */
export function FolderBreadcrumb({ dir }: { dir: string }): ReactNode {
  const { t } = useTranslation('disk');
  const trail = [{ name: t('myFiles'), path: '/' }, ...trailOf(dir)];
  return (
    <nav className={styles['trail']} aria-label={t('breadcrumb')}>
      <span>{t('myData')}</span>
      {trail.map(({ name, path }) => (
        <span key={path} className={styles['step']}>
          <i aria-hidden>/</i>
          {path === dir ? (
            <b aria-current="location">{name}</b>
          ) : (
            <Link to={folderAddress(path)}>{name}</Link>
          )}
        </span>
      ))}
    </nav>
  );
}
