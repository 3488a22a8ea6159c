import type { ReactNode } from 'react';
import { DownloadPermission } from '../download/download-permission.js';
import { SettingValues } from '../values/setting-values.js';

/** System settings (spec part 2 §2). */
export function SettingsPage(): ReactNode {
  return (
    <>
      <DownloadPermission />
      <SettingValues />
    </>
  );
}
