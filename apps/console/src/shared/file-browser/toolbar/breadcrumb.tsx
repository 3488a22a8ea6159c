import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FileName } from '../../files/file-name.js';
import type { FileSpace } from '../file-space.js';
import { trailOf } from '../file-names.js';
import styles from '../files.module.css';

interface FolderBreadcrumbProps {
  space: FileSpace;
  dir: string;
  /** The folder that would take what is dragged now. */
  over: string | null;
}

/** Where one is: my data / my files / folders; on a phone the folder above and this one. Each part takes what is dropped on it. */
export function FolderBreadcrumb({ space, dir, over }: FolderBreadcrumbProps): ReactNode {
  const { t } = useTranslation('files');
  const trail = [{ name: space.rootLabel(), path: '/' }, ...trailOf(dir)];
  return (
    <nav className={styles['trail']} aria-label={t('breadcrumb')}>
      {space.areaPath === undefined ? (
        <span>{space.areaLabel()}</span>
      ) : (
        <Link to={space.areaPath} draggable={false}>
          {space.areaLabel()}
        </Link>
      )}
      {trail.map(({ name, path }) => (
        <span key={path} className={styles['step']}>
          <i aria-hidden>/</i>
          {path === dir ? (
            <b aria-current="location">
              <FileName name={name} />
            </b>
          ) : (
            <Link
              to={space.folderPath(path)}
              data-drop-dir={path}
              draggable={false}
              className={over === path ? styles['dropTarget'] : undefined}
            >
              <FileName name={name} />
            </Link>
          )}
        </span>
      ))}
    </nav>
  );
}
