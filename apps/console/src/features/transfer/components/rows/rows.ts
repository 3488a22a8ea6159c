// All kinds of rows, fetched as one (late-rows).
export { CopyRow, OtherWindowRow, PackingRow } from './transfer-rows.js';
export { UnfinishedRow } from './unfinished-row.js';
export { UploadItemRow, UploadRow } from './upload-row.js';
