import type { LoadOperations } from '../shared/operation.js';
import { operationSources } from './features.js';

/** What the audited calls of every feature are called in the log. */
export const loadOperations: LoadOperations = async () =>
  (await Promise.all(operationSources.map((load) => load()))).flat();
