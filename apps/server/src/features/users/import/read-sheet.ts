import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { Semaphore } from '../../../platform/concurrency.js';
import { FormKindError, ImportBusyError } from './import.errors.js';

/** One row of a filled form, as text; `number` is what the spreadsheet program shows. */
export interface SheetRow {
  number: number;
  cells: string[];
}

/** An ordinary file takes a second of CPU time; a hostile one may never end. */
const processorSeconds = 15;
/** Bounds slow machines, and a reader that waits instead of working. */
const readWithinMs = 60_000;
/** The reader's heap; all memory that it writes to, buffers included, may be twice that. */
const heapMb = 256;
const dataKib = 2 * heapMb * 1_024;
/** More text than the largest form has, in bytes. */
const maxAnswerBytes = 32 * 1_024 * 1_024;

const execFileAsync = promisify(execFile);

/** One form at a time, so that the memory of a hostile one is needed once. */
const reading = new Semaphore(1, { maxWaiting: 4, refuse: () => new ImportBusyError() });

/**
 * Reads in a process of its own: a few hundred bytes of a hostile sheet (a name for all cells, a zip bomb) can keep the library
 * busy for hours or unpack to gigabytes, and a limit on a thread's heap does not bound its buffers. The source is a string
 * because a bundle has no second file to start. Writes the rows, or null for a zip without a sheet.
 */
const readerSource = `
const { buffer } = require('node:stream/consumers');
const [library, kind, columns, maxRows] = process.argv.slice(1);
const { Workbook } = require(library);
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
  // A cell of a csv is the text that stands there.
  if (kind === 'csv') await book.csv.read(process.stdin, { map: (text) => text });
  else await book.xlsx.load(await buffer(process.stdin), { ignoreNodes });
  const [sheet] = book.worksheets;
  const rows = sheet ? [] : null;
  sheet?.eachRow((row, number) => {
    if (rows.length >= Number(maxRows)) return;
    const cells = [];
    for (let column = 1; column <= Number(columns); column += 1) {
      cells.push(textOf(row.getCell(column).value).trim().slice(0, 1000));
    }
    if (cells.some((cell) => cell !== '')) rows.push({ number, cells });
  });
  process.stdout.write(JSON.stringify(rows));
})();
`;

/** The shell sets the limits and becomes the reader, which writes no file and ends even when this process is gone. */
const limitedStart = `ulimit -c 0 && ulimit -f 0 && ulimit -t ${processorSeconds} && ulimit -d ${dataKib} && exec "$0" "$@"`;

const rowsSchema = z.array(z.object({ number: z.number(), cells: z.array(z.string()) })).nullable();

/**
 * The rows of the first sheet that hold something, one more than a form may have at most. One file is read at a time.
 * @throws FormKindError when the file is neither xlsx nor csv; Error when it is damaged, too large inside, or hostile;
 * ImportBusyError when too many wait.
 */
export async function readSheet(file: Buffer, columns: number): Promise<SheetRow[]> {
  const isZip = file.toString('latin1', 0, 2) === 'PK';
  const rows = await reading.run(() =>
    isZip ? readInProcess(file, 'xlsx', columns) : readInProcess(decode(file), 'csv', columns),
  );
  if (!rows) {
    throw new FormKindError();
  }
  return rows;
}

/** Spreadsheet programs save text in UTF-8 or, in China, in the system's encoding. */
function decode(file: Buffer): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(file);
      if (!text.includes('\0')) {
        return text;
      }
    } catch {
      // The next, if there is one.
    }
  }
  throw new FormKindError();
}

async function readInProcess(
  file: Buffer | string,
  kind: 'xlsx' | 'csv',
  columns: number,
): Promise<SheetRow[] | null> {
  const library = createRequire(import.meta.url).resolve('exceljs');
  // The heads, and one row more than a form may have.
  const maxRows = limits.importMaxRows + 2;
  const reading = execFileAsync(
    '/bin/sh',
    [
      '-c',
      limitedStart,
      process.execPath,
      `--max-old-space-size=${heapMb}`,
      '-e',
      readerSource,
      library,
      kind,
      String(columns),
      String(maxRows),
    ],
    {
      // Nothing of ours, neither secrets nor options of Node.
      env: {},
      cwd: '/',
      timeout: readWithinMs,
      killSignal: 'SIGKILL',
      maxBuffer: maxAnswerBytes,
    },
  );
  // A reader that ends early leaves the rest of the file.
  reading.child.stdin?.on('error', () => undefined).end(file);
  const { stdout } = await reading.catch(() => {
    throw new Error('The sheet could not be read within the limits of its reader.');
  });
  return rowsSchema.parse(JSON.parse(stdout));
}
