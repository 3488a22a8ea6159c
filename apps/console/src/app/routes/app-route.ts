import type { ComponentType } from 'react';
import type { catalogue } from '../i18n/cn.js';
import type { LaterWords } from '../i18n/later-words.js';

/** The name of a page, by its key in the words. */
export type PageTitle = keyof (typeof catalogue)['pages'];

/** A page's component, fetched when the page is first opened. */
export type LazyPage = () => Promise<{ Component: ComponentType }>;

/** One line of the specification's route table (part 2 §2). */
export interface AppRoute {
  path: string;
  /** What the page is called where no menu gives it a name. */
  title: PageTitle;
  /** A detail page may be opened by whoever may open one of these list pages. */
  follows?: readonly string[];
  /** Every signed-in user's own page, whatever the menus say. */
  isOwn?: true;
  /** Leftover of the specification that is not offered any more. */
  isDiscontinued?: true;
  /** Absent: not built yet. */
  page?: LazyPage;
  /** The words that come with it, beside those that every page has. */
  words?: readonly (keyof LaterWords)[];
}
