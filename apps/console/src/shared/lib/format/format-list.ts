import { locale } from '../../i18n/i18n.js';

/** Names one after the other, as the language in use joins them: "admin, user", "管理员、用户"; empty for none. */
export const formatList = (names: readonly (string | null | undefined)[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction', style: 'narrow' }).format(
    names.filter((name): name is string => Boolean(name)),
  );
