import type { NotificationText } from '../shared/notifications/notification-text.js';
import { notificationSources } from './features.js';
import { withWords } from './i18n/later-words.js';

/** How notifications of every kind read, with their words. @throws Error when some cannot be fetched */
export const loadNotificationTexts = async (): Promise<readonly NotificationText[]> => {
  const texts = notificationSources.map(({ words, texts }) => withWords(words, texts()));
  return (await Promise.all(texts)).flat();
};
