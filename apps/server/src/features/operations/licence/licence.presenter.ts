import type { Language, LicenceInfo, LocalizedText } from '@clusterdesk/contracts';
import { wireTime } from '../../../platform/http/time/wire-time.js';
import { version } from '../../../platform/version.js';
import type { StoredLicence } from './stored-licence.js';
import type { News } from '../upgrade/upgrade-news.service.js';

export const dayMs = 24 * 3_600_000;

/** So many digits of the fingerprint tell one installation from another at a glance. */
const shownDigits = 12;

interface Shown {
  stored: StoredLicence;
  news: News;
  canActivate: boolean;
  /** Null: for whom may not manage it. */
  managed: { machine: string; use: { users: number; nodes: number } } | null;
  language: Language;
  timeZone: string;
  now: Date;
}

const unlicensed: LocalizedText = {
  cn: '平台未激活，所有功能照常可用',
  en: 'This platform has no license. Everything works as usual.',
};
const over: LocalizedText = {
  cn: '许可证已过期，所有功能照常可用。请上传新的许可证',
  en: 'The license has expired. Everything works as usual. Upload a new license.',
};

export function toLicenceInfo({ stored, managed, language, now, ...shown }: Shown): LicenceInfo {
  const { licence, state, fault } = stored;
  const endMs = licence ? Date.parse(licence.expires) : null;
  const leftMs = endMs === null ? -1 : endMs - now.getTime();
  const useOf = (name: 'users' | 'nodes') =>
    managed && { used: managed.use[name], most: licence?.limits[name] ?? null };
  const reasons = { none: unlicensed, active: null, expired: over, invalid: fault?.sentence };
  return {
    currentVersion: version,
    effective: state === 'active',
    ...shown.news,
    state,
    reason: reasons[state]?.[language] ?? '',
    licensee: licence?.licensee ?? null,
    expires: endMs === null ? null : wireTime(new Date(endMs), shown.timeZone),
    daysLeft: leftMs < 0 ? null : Math.floor(leftMs / dayMs),
    canActivate: shown.canActivate,
    mayManage: managed !== null,
    machine: managed && managed.machine.slice(0, shownDigits),
    users: useOf('users'),
    nodes: useOf('nodes'),
  };
}
