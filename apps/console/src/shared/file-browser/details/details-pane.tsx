import { CloseOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { seenName } from '@clusterdesk/contracts/name-parts';
import { formatSize } from '../../lib/format/format.js';
import { TimeText } from '../../lib/time/time-text.js';
import { FavouriteButton } from '../favourites/favourite-star.js';
import type { Favourites } from '../favourites/use-favourites.js';
import { parentOf } from '../file-names.js';
import type { FileBrowserSource } from '../file-browser-props.js';
import type { FileRights } from '../file-rights.js';
import type { FileEntry, FileSpace, ShownFile } from '../file-space.js';
import type { Selection } from '../selection/use-selection.js';
import type { FileAction } from '../toolbar/file-action.js';
import { DetailList, type Details } from '../../ui/layout/detail-list.js';
import { mayHaveThumbnail } from '../thumbnails/may-have-thumbnail.js';
import { Thumbnail } from '../thumbnails/thumbnail.js';
import { FileIcon } from '../view/entry/file-icon.js';
import { FileVersions } from '../versions/file-versions.js';
import { versionsOf } from '../versions/versions-of.js';
import { Checksum } from './checksum.js';
export { MeasuredSize } from '../folder-sizes/measured-size.js';
import styles from './details-pane.module.css';
import { FolderCount, FolderSize } from './folder-facts.js';

interface DetailsPaneProps {
  space: FileSpace;
  selection: Selection;
  rights: FileRights;
  Origin: FileBrowserSource['Origin'];
  Beside?: FileBrowserSource['Beside'];
  favourites: Favourites | null;
  /** Shows a version of a file. */
  onShow: (version: ShownFile) => void;
  copyPath: FileAction;
  /** Null where jobs do not see the space. */
  copyScriptPath: FileAction | null;
  onClose: () => void;
}

const CopyPath = ({ action: { label, run } }: { action: FileAction }): ReactNode => (
  <Button size="small" icon={<CopyOutlined />} onClick={run}>
    {label}
  </Button>
);

function OneEntry({
  space,
  rights,
  Origin,
  Beside,
  favourites,
  onShow,
  entry,
  copyPath,
  copyScriptPath,
}: DetailsPaneProps & { entry: FileEntry }): ReactNode {
  const { t, i18n } = useTranslation(['files', 'common']);
  const isFile = !entry.directory;
  const hasChecksum = isFile && space.reads.checksum && rights.canTake(entry);
  const details: Details = [
    {
      label: t('files:size'),
      value: isFile ? (
        t('files:exactBytes', {
          size: formatSize(entry.size),
          bytes: entry.size.toLocaleString(i18n.language),
        })
      ) : (
        <FolderCount space={space} entry={entry} />
      ),
    },
    !isFile &&
      space.reads.measure && {
        label: t('files:folderTotal'),
        value: <FolderSize space={space} entry={entry} />,
      },
    { label: t('files:uploadTime'), value: <TimeText time={entry.createDate} /> },
    ...(space.detailsOf?.(entry) ?? []).map(({ name, value }) => ({ label: name, value })),
    { label: t('files:place'), value: seenName(parentOf(entry.path)) },
    {
      label: t('files:path'),
      value: <code>{seenName(entry.path)}</code>,
      action: <CopyPath action={copyPath} />,
    },
    copyScriptPath &&
      space.scriptWord && {
        label: t('files:scriptPath'),
        value: <code>{seenName(space.scriptWord(entry.path))}</code>,
        action: <CopyPath action={copyScriptPath} />,
      },
    hasChecksum && {
      label: 'SHA-256',
      value: <Checksum key={entry.path} space={space} entry={entry} />,
    },
  ];
  return (
    <>
      <div className={styles['title']}>
        {mayHaveThumbnail(space, entry) ? (
          <Thumbnail isWide item={entry} />
        ) : (
          <FileIcon item={entry} isLarge />
        )}
        <b dir="auto">{seenName(entry.localPath)}</b>
        {favourites && (
          <FavouriteButton
            name={entry.localPath}
            isFavourite={favourites.paths.has(entry.path)}
            onChange={(isFavourite) => favourites.change([entry], isFavourite)}
          />
        )}
      </div>
      <DetailList isStacked details={details} />
      {isFile && Origin && <Origin space={space} file={entry} />}
      {isFile && space.versions && (
        <FileVersions
          key={`versions ${entry.path}`}
          space={space}
          versions={versionsOf(space.versions)}
          file={entry}
          rights={rights}
          onShow={onShow}
        />
      )}
      {Beside && <Beside key={`beside ${entry.path}`} space={space} entry={entry} />}
    </>
  );
}

/** What is known of the selected entry; of several, how much they are together. */
export function DetailsPane(props: DetailsPaneProps): ReactNode {
  const { t } = useTranslation(['files', 'common']);
  const { selection, onClose } = props;
  const { single, count } = selection;
  return (
    <aside className={`card ${styles['pane']}`} aria-label={t('files:details')}>
      <header className={styles['head']}>
        <b>{t('files:details')}</b>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('files:closeDetails')}
          title={t('files:closeDetails')}
          onClick={onClose}
        />
      </header>
      {single ? (
        <OneEntry {...props} entry={single} />
      ) : (
        <p className={styles['none']}>
          {count > 0 ? t('files:selected', { count }) : t('files:detailsHint')}
        </p>
      )}
    </aside>
  );
}
