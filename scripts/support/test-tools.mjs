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
    docker: findEngine(),
  };
}

/** Docker's client, where an engine answers to it or can be started (scripts/containers/engine.mjs). */
function findEngine() {
  const isThere = process.env.DOCKER_HOST || isWritable('/var/run/docker.sock');
  const canStart = process.getuid() === 0 && find('dockerd');
  return isThere || canStart ? find('docker') : null;
}

function find(name) {
  const folders = `${process.env.PATH}${delimiter}/usr/bin${delimiter}/usr/sbin`.split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

const isProgram = (path) => may(path, constants.X_OK);
const isWritable = (path) => may(path, constants.W_OK);

function may(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
