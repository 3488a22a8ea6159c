/**
 * A tus server with nothing around it: the library and its own file store, without users, quota or database. It flushes an
 * upload before it says that it has it, as the platform does. Prints its address.
 * Usage: node bare-tus.mjs <folder>
 */
import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const directory = process.argv[2];
const tus = new Server({
  path: '/files',
  relativeLocation: true,
  datastore: new FileStore({ directory }),
  onUploadFinish: async (_, upload) => {
    const handle = await open(join(directory, upload.id), 'r+');
    await handle.sync();
    await handle.close();
    return {};
  },
});
const server = createServer(tus.handle.bind(tus)).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.on('SIGTERM', () => process.exit(0));
