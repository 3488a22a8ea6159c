/** What a file is to people, by the ending of its name. */
const endings = {
  document: 'pdf doc docx odt rtf ppt pptx odp xls xlsx ods txt md markdown tex log',
  data: 'csv tsv json jsonl ndjson xml parquet npy npz h5 hdf5 nc mat fits sqlite db fasta fa fastq fq vcf bam sam bed gff',
  image: 'png jpg jpeg gif svg webp avif bmp ico tif tiff heic dcm',
  media: 'mp4 m4v mov avi mkv webm mp3 wav flac ogg oga m4a aac',
  code: 'py ipynb r rmd sh bash c h cc cpp hpp cu f f90 java js mjs ts tsx jsx go rs jl m sql pl rb lua html css yaml yml toml ini slurm',
  archive: 'zip tar gz tgz bz2 xz zst 7z rar',
} as const;

type KindByEnding = keyof typeof endings;

/** The kinds that a search can be narrowed to. */
export const fileKinds = [
  'folder',
  'document',
  'data',
  'image',
  'media',
  'code',
  'archive',
  'other',
] as const;
export type FileKind = (typeof fileKinds)[number];

const isKindByEnding = (kind: string): kind is KindByEnding => kind in endings;

const kindOfEnding = new Map<string, FileKind>(
  Object.entries(endings).flatMap(([kind, list]) =>
    isKindByEnding(kind) ? list.split(' ').map((ending) => [ending, kind] as const) : [],
  ),
);

/** The kind of an entry; `other` where the ending says nothing. */
export function fileKindOf(name: string, isDirectory: boolean): FileKind {
  if (isDirectory) {
    return 'folder';
  }
  const dot = name.lastIndexOf('.');
  return (dot > 0 ? kindOfEnding.get(name.slice(dot + 1).toLowerCase()) : undefined) ?? 'other';
}
