import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];

/** Where this machine has a Chromium: CHROMIUM_PATH, else the usual places; undefined: nowhere. */
export const findChromium = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...usualPlaces].find((path) => path && existsSync(path));

export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
