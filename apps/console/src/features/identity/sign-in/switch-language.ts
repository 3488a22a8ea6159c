import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { readToken } from '../../../shared/api/session.js';
import { currentLanguage, rememberLanguage } from '../../../shared/i18n/i18n.js';

/** Switches between Chinese and English, tells the server whom it serves, and loads the page anew (spec part 1 §4). */
export async function switchLanguage(): Promise<void> {
  const selected = currentLanguage() === 'cn' ? 'en' : 'cn';
  if (readToken()) {
    await call(endpoints.account.setLanguage, { selected });
  }
  rememberLanguage(selected);
  window.location.reload();
}
