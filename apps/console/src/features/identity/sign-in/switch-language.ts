import { endpoints } from '@clusterdesk/contracts';
import { call } from '../../../shared/api/call.js';
import { queryClient } from '../../../shared/api/query.js';
import { readToken } from '../../../shared/api/session.js';
import { changeLanguage, currentLanguage } from '../../../shared/i18n/i18n.js';

/**
 * Switches between Chinese and English and tells the server whom it serves (spec part 1 §4). Nothing is loaded anew, so
 * uploads and half-written forms stay; what the server words is asked for again. @throws Error when the server, or the
 * words, cannot be had: then everything is as before
 */
export async function switchLanguage(): Promise<void> {
  const before = currentLanguage();
  const selected = before === 'cn' ? 'en' : 'cn';
  await changeLanguage(selected);
  try {
    if (readToken()) {
      await call(endpoints.account.setLanguage, { selected });
    }
  } catch (error) {
    await changeLanguage(before);
    throw error;
  }
  void queryClient.invalidateQueries();
}
