import { endpoints, logLevels, type EndpointInput } from '@clusterdesk/contracts';

/** What the log is narrowed to, as its URL says it. */
export const logFilterNames = [
  'logLevel',
  'logModel',
  'userName',
  'userId',
  'methodName',
  'targetType',
  'targetId',
  'startDate',
  'endDate',
] as const;

/** Empty narrows nothing. */
export type LogFilter = Record<(typeof logFilterNames)[number], string>;

export const noLogFilter = Object.fromEntries(
  logFilterNames.map((name) => [name, '']),
) as LogFilter;

type LogInput = EndpointInput<typeof endpoints.audit.exportRows>;

/** The same for the call; a URL may say anything, so what is no level is left out. */
export function filterInput(filter: LogFilter): LogInput {
  const given = Object.fromEntries(
    logFilterNames.filter((name) => filter[name] !== '').map((name) => [name, filter[name]]),
  );
  const { logLevel, ...rest } = given;
  const level = logLevels.find((known) => known === logLevel);
  return { ...rest, ...(level ? { logLevel: level } : {}) };
}
