import type { ComponentType } from 'react';
import type { LanguageTexts, WordsOf } from './i18n/i18n.js';
import type { LazyLiveRules } from './live/rules/live-rules.js';
import type { LoadOperations } from './operation.js';
import type { NotificationText } from './notifications/notification-text.js';

/** A page's component, fetched when the page is first opened; the app hands it what it gathered of all features. */
export type LazyPage = (operations: LoadOperations) => Promise<ComponentType>;

/** A page: one line of the specification's route table (part 2 §2). What it names is checked where the app gathers features. */
export interface FeatureRoute<Namespace extends string = string, Icon extends string = string> {
  /** One of `pagePaths`. */
  path: string;
  /** What the page is called where no menu gives it a name. */
  title: LanguageTexts;
  /** The same where the address names nothing to edit (`?id=`). */
  newTitle?: LanguageTexts;
  /** What stands before its menu. */
  icon?: Icon;
  /** A detail page may be opened by whoever may open one of these list pages. */
  follows?: readonly string[];
  /** Every signed-in user's own page, whatever the menus say. */
  isOwn?: true;
  /** Absent: a leftover of the specification that is not offered any more. */
  page?: LazyPage;
  /** The words that come with it, beside those that every page has. */
  words?: readonly Namespace[];
}

/**
 * All that the app has to know of a feature, as its `feature.ts` says it. The first page brings every one of them, so they hold
 * facts alone: code and words are fetched when they are needed.
 */
export interface Feature<Namespace extends string = string, Icon extends string = string> {
  routes?: readonly FeatureRoute<Namespace, Icon>[];
  /** Words that are not among those of every page, by namespace. */
  words?: Readonly<Record<string, WordsOf>>;
  liveRules?: readonly LazyLiveRules[];
  /** What its audited calls are called in the log. */
  operations?: LoadOperations;
  /** How its notifications read, and the words that they are made of. */
  notifications?: {
    words: readonly Namespace[];
    texts: () => Promise<readonly NotificationText[]>;
  };
}
