import {
  CodeOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileMarkdownOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  FolderFilled,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { DiskItem } from '@clusterdesk/contracts';
import type { ComponentType, ReactNode } from 'react';
import styles from './files.module.css';

const kinds: [ComponentType, string][] = [
  [FileExcelOutlined, 'xls xlsx csv tsv'],
  [FileImageOutlined, 'png jpg jpeg gif svg webp bmp tif tiff'],
  [FileZipOutlined, 'zip gz tgz bz2 xz zst 7z rar tar'],
  [FilePdfOutlined, 'pdf'],
  [FileMarkdownOutlined, 'md'],
  [FileWordOutlined, 'doc docx odt'],
  [FilePptOutlined, 'ppt pptx odp'],
  [VideoCameraOutlined, 'mp4 mkv mov avi webm'],
  [FileTextOutlined, 'txt log'],
  [CodeOutlined, 'sh py js ts c cpp h rs go java r m jl json yaml yml toml xml html css sql'],
];
const byExtension = new Map(
  kinds.flatMap(([icon, names]) => names.split(' ').map((name) => [name, icon] as const)),
);

/** A picture of what kind of entry it is. */
export function FileIcon({
  item,
  isLarge,
}: {
  item: Pick<DiskItem, 'directory' | 'fileType'>;
  isLarge?: boolean;
}): ReactNode {
  const Icon = item.directory
    ? FolderFilled
    : (byExtension.get(item.fileType.replace('.', '').toLowerCase()) ?? FileOutlined);
  return (
    <span className={isLarge ? styles['largeIcon'] : styles['icon']} data-icon aria-hidden>
      <Icon />
    </span>
  );
}
