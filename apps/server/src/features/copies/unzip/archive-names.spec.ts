import { expect, it } from '@jest/globals';
import type { Entry } from 'yauzl';
import { entryName, folderNameOf, NameEncodings } from './archive-names.js';

const entry = (name: string | number[], flags = 0): Entry =>
  ({
    fileNameRaw: Buffer.from(name as string),
    generalPurposeBitFlag: flags,
    extraFields: [],
  }) as unknown as Entry;

const gbk = [0xca, 0xfd, 0xbe, 0xdd];
const encodingOf = (entries: Entry[]): string => {
  const encodings = new NameEncodings();
  entries.forEach((one) => encodings.add(one));
  return encodings.best();
};

it('finds one encoding for all names of an archive', () => {
  expect(encodingOf([])).toBe('utf-8');
  expect(encodingOf([entry('plain.txt'), entry('数据')])).toBe('utf-8');
  expect(encodingOf([entry('plain.txt'), entry(gbk)])).toBe('gb18030');
  // One that fits both: that of the others decides.
  expect(encodingOf([entry([0xc4, 0xa3]), entry(gbk)])).toBe('gb18030');
  expect(encodingOf([entry([0xff, 0xff])])).toBe('cp437');
  // A name that says that it is UTF-8 says nothing of the others.
  expect(encodingOf([entry('数据', 0x800), entry(gbk)])).toBe('gb18030');
});

it('decodes a name as it says, else as the archive has them', () => {
  expect(entryName(entry(gbk), 'gb18030')).toBe('数据');
  expect(entryName(entry('数据', 0x800), 'gb18030')).toBe('数据');
  expect(entryName(entry([0x82]), 'cp437')).toBe('é');
  expect(entryName(entry(gbk, 0x800), 'gb18030')).toContain('\uFFFD');
});

it('names the folder like the archive', () => {
  expect(folderNameOf('data.zip')).toBe('data');
  expect(folderNameOf('data.ZIP')).toBe('data');
  expect(folderNameOf('run.2024.zip')).toBe('run.2024');
  expect(folderNameOf('no extension')).toBe('no extension');
  expect(folderNameOf('.zip')).toBe('.zip');
  expect(folderNameOf('..zip')).toBe('..zip');
  expect(folderNameOf('...zip')).toBe('...zip');
});
