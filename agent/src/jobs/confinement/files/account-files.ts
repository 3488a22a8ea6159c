import { readFileSync, realpathSync } from 'node:fs';
import type { Account } from '../../../host/accounts.js';
import { parsePasswdLine } from '../../../host/accounts.js';
import type { ShownFile } from '../recipes/confine-plan.js';

/** Which of the host's files name accounts, and what the spool calls those of a job. */
const places = { passwd: '/etc/passwd', group: '/etc/group' } as const;
type PlaceName = keyof typeof places;

const plainName = /^[a-z_][a-z0-9_.-]{0,31}$/i;

/** The host's files of accounts with a job's own added; null where they name it already, or the host has none. */
export type AccountFiles = Record<PlaceName, string> | null;

/**
 * Names a job's account to programs that ask (Java and ssh end without an answer): by the user's own name where that is a plain one
 * that nobody on the host has.
 * @param home what the job is told to be its home
 */
export function accountFilesFor(
  account: Account,
  userName: string,
  home: string,
  read = (path: string): string => readFileSync(path, 'utf8'),
): AccountFiles {
  const { uid, gid } = account;
  let host: Record<PlaceName, string>;
  try {
    host = { passwd: read(places.passwd), group: read(places.group) };
  } catch {
    return null;
  }
  const known = host.passwd.split('\n').map(parsePasswdLine);
  if (known.some((entry) => entry?.uid === uid)) {
    return null;
  }
  const isFree = (name: string): boolean => {
    return plainName.test(name) && !known.some((entry) => entry?.name === name);
  };
  const name = [userName, account.name].find(isFree) ?? `uid${String(uid)}`;
  // A path with a colon or a line break cannot stand in this file.
  const shownHome = /[:\n]/.test(home) ? '/' : home;
  const ids = [uid, gid].map(String);
  return {
    passwd: withLine(host.passwd, [name, 'x', ...ids, '', shownHome, '/bin/sh']),
    group: withLine(host.group, [name, 'x', String(gid), '']),
  };
}

function withLine(text: string, fields: string[]): string {
  const isWhole = text === '' || text.endsWith('\n');
  return `${text}${isWhole ? '' : '\n'}${fields.join(':')}\n`;
}

/** Where a job sees its files of accounts, which lie in its folder of the spool. @param pathOf where one of them lies there */
export function showAccountFiles(pathOf: (name: PlaceName) => string): ShownFile[] {
  return (['passwd', 'group'] as const).map((name) => ({
    source: pathOf(name),
    target: realpathSync(places[name]),
  }));
}
