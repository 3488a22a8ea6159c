import { applications } from '../features/applications/feature.js';
import { approvals } from '../features/approvals/feature.js';
import { audit } from '../features/audit/feature.js';
import { backups } from '../features/backups/feature.js';
import { contact } from '../features/contact/feature.js';
import { disk } from '../features/disk/feature.js';
import { health } from '../features/health/feature.js';
import { identity } from '../features/identity/feature.js';
import { jobs } from '../features/jobs/feature.js';
import { monitoring } from '../features/monitoring/feature.js';
import { nodes } from '../features/nodes/feature.js';
import { notifications } from '../features/notifications/feature.js';
import { projects } from '../features/projects/feature.js';
import { settings } from '../features/settings/feature.js';
import { shares } from '../features/shares/feature.js';
import { transfer } from '../features/transfer/feature.js';
import type { Feature, FeatureRoute } from '../shared/feature.js';
import type { WordsOf } from '../shared/i18n/i18n.js';
import { app } from './feature.js';
import type { MenuIconName } from './menus/menu-icon.js';

/** Every feature by its folder. */
const byFolder = {
  disk,
  shares,
  projects,
  approvals,
  nodes,
  jobs,
  monitoring,
  applications,
  identity,
  audit,
  notifications,
  settings,
  contact,
  backups,
  health,
  transfer,
  app,
};

type ByNamespace<Given> = Given extends { words: infer Words } ? Words : never;
type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  one: infer All,
) => void
  ? All
  : never;

/** The words that come with what needs them, by namespace. */
export type LaterWords = Merged<ByNamespace<(typeof byFolder)[keyof typeof byFolder]>>;
export type Namespace = keyof LaterWords;

/** A page, of which the words and the icon that it names are there. */
export type AppRoute = FeatureRoute<Namespace, MenuIconName>;

/** What the console consists of. An icon or namespace that is not there is an error of types here. */
export const features: Readonly<Record<keyof typeof byFolder, Feature<Namespace, MenuIconName>>> =
  byFolder;

const all = Object.values(features);

/** All pages inside the shell. */
export const shellRoutes: readonly AppRoute[] = all.flatMap(({ routes = [] }) => routes);

export const laterWords = Object.assign({}, ...all.map(({ words }) => words)) as Readonly<
  Record<Namespace, WordsOf>
>;

/** What live events mean for the cache. */
export const liveRules = all.flatMap(({ liveRules: rules = [] }) => rules);

/** What people are told of. */
export const notificationSources = all.flatMap(({ notifications: told = [] }) => told);

/** What audited calls are called. */
export const operationSources = all.flatMap(({ operations }) => operations ?? []);
