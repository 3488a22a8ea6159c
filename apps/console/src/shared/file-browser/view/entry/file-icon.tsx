import codeIcon from '@ant-design/icons-svg/es/asn/CodeOutlined';
import excelIcon from '@ant-design/icons-svg/es/asn/FileExcelOutlined';
import imageIcon from '@ant-design/icons-svg/es/asn/FileImageOutlined';
import markdownIcon from '@ant-design/icons-svg/es/asn/FileMarkdownOutlined';
import fileIcon from '@ant-design/icons-svg/es/asn/FileOutlined';
import pdfIcon from '@ant-design/icons-svg/es/asn/FilePdfOutlined';
import pptIcon from '@ant-design/icons-svg/es/asn/FilePptOutlined';
import textIcon from '@ant-design/icons-svg/es/asn/FileTextOutlined';
import wordIcon from '@ant-design/icons-svg/es/asn/FileWordOutlined';
import zipIcon from '@ant-design/icons-svg/es/asn/FileZipOutlined';
import folderIcon from '@ant-design/icons-svg/es/asn/FolderFilled';
import videoIcon from '@ant-design/icons-svg/es/asn/VideoCameraOutlined';
import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';
import { createElement, type ReactNode } from 'react';
import styles from '../../files.module.css';
import type { FileEntry } from '../../file-space.js';

/** Elements made once: the icons' own component costs as much as the rest of a row, in lists of thousands. */
function draw({ tag, attrs, children }: AbstractNode, key?: number): ReactNode {
  return createElement(tag, { ...attrs, key }, children?.map(draw));
}

const pictureOf = ({ icon }: IconDefinition): ReactNode => {
  const svg = typeof icon === 'function' ? icon('currentColor', 'currentColor') : icon;
  return draw({
    ...svg,
    attrs: { ...svg.attrs, width: '1em', height: '1em', fill: 'currentColor' },
  });
};

const kinds: [IconDefinition, string][] = [
  [excelIcon, 'xls xlsx csv tsv'],
  [imageIcon, 'png jpg jpeg gif svg webp bmp tif tiff'],
  [zipIcon, 'zip gz tgz bz2 xz zst 7z rar tar'],
  [pdfIcon, 'pdf'],
  [markdownIcon, 'md'],
  [wordIcon, 'doc docx odt'],
  [pptIcon, 'ppt pptx odp'],
  [videoIcon, 'mp4 mkv mov avi webm'],
  [textIcon, 'txt log'],
  [codeIcon, 'sh py js ts c cpp h rs go java r m jl json yaml yml toml xml html css sql'],
];
const byExtension = new Map(
  kinds.flatMap(([definition, names]) => {
    const picture = pictureOf(definition);
    return names.split(' ').map((name) => [name, picture] as const);
  }),
);
const folderPicture = pictureOf(folderIcon);
const filePicture = pictureOf(fileIcon);

/** A picture of what kind of entry it is. */
export function FileIcon({
  item,
  isLarge,
}: {
  item: Pick<FileEntry, 'directory' | 'fileType'>;
  isLarge?: boolean;
}): ReactNode {
  const extension = item.fileType.replace('.', '').toLowerCase();
  return (
    <span className={isLarge ? styles['largeIcon'] : styles['icon']} data-icon aria-hidden>
      {item.directory ? folderPicture : (byExtension.get(extension) ?? filePicture)}
    </span>
  );
}
