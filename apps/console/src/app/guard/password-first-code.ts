import { withWords } from '../i18n/later-words.js';

/** The page of {@link PasswordFirst} with its words. @throws Error when one of them cannot be fetched */
export const passwordFirstCode = async () =>
  (
    await withWords(
      ['account'],
      import('../../features/identity/account/pages/password-first-page.js'),
    )
  ).PasswordFirstPage;
