import type { ReactNode } from 'react';

interface MyFilesPageProps {
  canDownload: boolean;
  onUpload: (dir: string, files: File[]) => void;
  onDownload: (paths: string[], isSingleFile: boolean) => void;
}

export function MyFilesPage(_: MyFilesPageProps): ReactNode {
  return null;
}
