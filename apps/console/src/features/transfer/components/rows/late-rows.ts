import { lazyComponent } from '../../../../shared/ui/lazy-component.js';

const rows = () => import('./rows.js');

/** The rows of the panel; their code comes with the first of them, for most visits have none. */
export const UploadRow = lazyComponent(async () => (await rows()).UploadRow);
export const UploadItemRow = lazyComponent(async () => (await rows()).UploadItemRow);
export const PackingRow = lazyComponent(async () => (await rows()).PackingRow);
export const CopyRow = lazyComponent(async () => (await rows()).CopyRow);
export const OtherWindowRow = lazyComponent(async () => (await rows()).OtherWindowRow);
export const UnfinishedRow = lazyComponent(async () => (await rows()).UnfinishedRow);
