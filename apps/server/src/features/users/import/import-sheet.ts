import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../../platform/concurrency.js';
import { ImportBusyError } from './import.errors.js';
import { repackZip } from './repack-zip.js';

/** One row of a filled form, as text; `number` is what the spreadsheet program shows. */
export interface SheetRow {
  number: number;
  cells: string[];
}

/** A person's file is read well within this; one that is made to keep a reader busy is not. */
const readWithinMs = 15_000;
const memoryMb = 256;

/** Whatever a form makes of its memory, it is the memory of one. */
const reading = new Semaphore(1, { maxWaiting: 4, refuse: () => new ImportBusyError() });

/**
 * Reads in a thread of its own, with limits: a few hundred bytes of a hostile sheet (a merged area of all cells) can keep
 * the library busy for hours. The source is a string because a bundle has no second file to start.
 */
const readerSource = `
const { parentPort, workerData } = require('node:worker_threads');
const { Workbook } = require(workerData.library);
const ignoreNodes = ['dataValidations', 'mergeCells', 'conditionalFormatting', 'hyperlinks', 'drawing', 'picture', 'tableParts'];
const textOf = (value) => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T00:00:00', '');
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value.richText)) return value.richText.map((part) => part.text).join('');
  if ('result' in value) return textOf(value.result);
  if ('text' in value) return textOf(value.text);
  return '';
};
(async () => {
  const book = new Workbook();
  await book.xlsx.load(workerData.file, { ignoreNodes });
  const rows = [];
  book.worksheets[0]?.eachRow((row, number) => {
    const cells = [];
    for (let column = 1; column <= workerData.columns; column += 1) {
      cells.push(textOf(row.getCell(column).value).trim().slice(0, 1000));
    }
    if (cells.some((cell) => cell !== '')) rows.push({ number, cells });
  });
  parentPort.postMessage(rows);
})();
`;

/**
 * The rows of the first sheet that hold something. One file is read at a time.
 * @throws Error when the file is no xlsx, too large inside, or hostile; ImportBusyError when too many wait.
 */
export function readSheet(file: Buffer, columns: number): Promise<SheetRow[]> {
  return reading.run(async () => readInThread(await repackZip(file), columns));
}

async function readInThread(file: Buffer, columns: number): Promise<SheetRow[]> {
  const reader = new Worker(readerSource, {
    eval: true,
    workerData: {
      file,
      columns,
      library: createRequire(import.meta.url).resolve('exceljs'),
    },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    return await new Promise<SheetRow[]>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The sheet takes too long.')), readWithinMs);
      reader.once('message', (rows: SheetRow[]) => resolve(rows));
      reader.once('error', reject);
      reader.once('exit', () => {
        clearTimeout(timer);
        reject(new Error('The sheet could not be read.'));
      });
    });
  } finally {
    await reader.terminate();
  }
}
