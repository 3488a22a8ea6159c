import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useMatches, useSearchParams } from 'react-router-dom';
import { useLanguage, type LanguageTexts } from '../shared/i18n/i18n.js';
import { useTitlePart } from '../shared/lib/dom/document-title.js';

/** What the router keeps beside a page's route: the page's name. */
export class PageHandle {
  constructor(
    readonly title: LanguageTexts,
    readonly newTitle = title,
  ) {}
}

/** The handle of a route whose page is called `title`, and `newTitle` where the address has no `id`. */
export const titled = (title: LanguageTexts, newTitle?: LanguageTexts): PageHandle =>
  new PageHandle(title, newTitle);

/** The name that the route table gives the page shown. */
export function useRouteTitle(): string | null {
  const language = useLanguage();
  const [search] = useSearchParams();
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast((candidate) => candidate instanceof PageHandle);
  return handle ? (search.has('id') ? handle.title : handle.newTitle)[language] : null;
}

/** Every page under the platform's name and that of its route; the shell, which knows the menus, gives it their name. */
export function TitledPages(): ReactNode {
  const { t } = useTranslation('common');
  useTitlePart('product', t('productTitle'));
  useTitlePart('page', useRouteTitle());
  return <Outlet />;
}
