import { late } from '../../../../shared/ui/late.js';

const rows = () => import('./rows.js');

/** The rows of the panel; their code comes with the first of them, for most visits have none. */
export const UploadRow = late(async () => (await rows()).UploadRow);
export const UploadItemRow = late(async () => (await rows()).UploadItemRow);
export const PackingRow = late(async () => (await rows()).PackingRow);
export const CopyRow = late(async () => (await rows()).CopyRow);
export const OtherWindowRow = late(async () => (await rows()).OtherWindowRow);
export const UnfinishedRow = late(async () => (await rows()).UnfinishedRow);
