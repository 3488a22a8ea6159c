import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome'];

/** The programs that some suites need beside Node: name to path, or to null where there is none. */
export function findTools() {
  const given = process.env.CHROMIUM_PATH;
  return {
    chromium: given && isProgram(given) ? given : (chromiumNames.map(find).find(Boolean) ?? null),
    'redis-server': find('redis-server'),
    unzip: find('unzip'),
    nginx: find('nginx'),
    bubblewrap: find('bwrap'),
  };
}

function find(name) {
  const folders = `${process.env.PATH}${delimiter}/usr/bin${delimiter}/usr/sbin`.split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
