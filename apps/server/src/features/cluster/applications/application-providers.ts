import { ApplicationDecisions } from './application-decisions.service.js';
import { ApplicationRepository } from './application.repository.js';
import { Applications } from './applications.service.js';
import { ApplicationCatalogue } from './catalogue/application-catalogue.service.js';
import { ApplicationAnnouncer } from './runs/application-announcer.service.js';
import { RunDispatcher } from './runs/run-dispatcher.service.js';
import { ApplicationRuns } from './runs/application-runs.service.js';
import { RunOutputs } from './runs/run-outputs.service.js';
import { RunRepository } from './runs/run.repository.js';

/** What the cluster module provides for applications. */
export const applicationProviders = [
  ApplicationRepository,
  ApplicationCatalogue,
  Applications,
  ApplicationDecisions,
  ApplicationAnnouncer,
  RunRepository,
  RunOutputs,
  RunDispatcher,
  ApplicationRuns,
];
