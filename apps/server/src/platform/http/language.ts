import type { Language } from '@clusterdesk/contracts';
import type { Request } from 'express';

export const defaultLanguage: Language = 'cn';

/** The language to answer in: the user's stored choice, else `Accept-Language`, else Chinese (contract: Envelope). */
export function languageOf(request: Request): Language {
  if (request.caller) {
    return request.caller.language;
  }
  const preferred = request.headers['accept-language']?.split(',')[0]?.trim().toLowerCase();
  return preferred?.startsWith('en') ? 'en' : defaultLanguage;
}
