import { endpoints, spaceIdOf } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useTransfers } from '../../../features/transfer/components/transfer-provider.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { parentOf } from '../../../shared/file-browser/file-names.js';
import { FileIcon } from '../../../shared/file-browser/view/entry/file-icon.js';
import { FileName } from '../../../shared/files/file-name.js';
import { RelativeTime } from '../../../shared/lib/time/time-text.js';
import { paths } from '../../../shared/paths.js';
import { placeOf } from '../../file-spaces.js';
import { WorkbenchCard, CardLines } from './workbench-card.js';
import styles from './cards.module.css';

/** As many as the card has room for. */
const shownFiles = 5;

/** The files that the user uploaded, looked at or downloaded last: a click shows one, its folder stands beside it. */
export function RecentFiles(): ReactNode {
  const { t } = useTranslation('workbench');
  const { preview } = useTransfers();
  const query = useQuery(queryOptionsOf(endpoints.disk.recentFiles, { size: shownFiles }));
  return (
    <WorkbenchCard title={t('recentFiles')} to={{ path: paths.myFiles, label: t('allFiles') }}>
      <CardLines query={query} empty={<p>{t('noRecentFiles')}</p>}>
        {(file) => {
          const folder = placeOf(file.space, parentOf(file.path));
          return (
            <li key={`${file.space.space}:${spaceIdOf(file.space)}:${file.path}`}>
              <FileIcon item={file} />
              <button
                type="button"
                className={styles['name']}
                title={file.path}
                onClick={() => preview(file.space, [file], 0)}
              >
                <FileName name={file.localPath} title={null} />
              </button>
              {folder && (
                <Link className={styles['place']} to={folder.to} title={t('openFolder')}>
                  {folder.name}
                </Link>
              )}
              <span className={styles['when']}>
                <RelativeTime time={file.usedAt} />
              </span>
            </li>
          );
        }}
      </CardLines>
    </WorkbenchCard>
  );
}
