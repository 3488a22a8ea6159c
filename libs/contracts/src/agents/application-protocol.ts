import { z } from 'zod';
import { limits } from '../limits.js';
import {
  type RunEnded,
  runEndedSchema,
  type RunOutput,
  runOutputSchema,
  type RunsToServer,
} from './run-protocol.js';

/** What is done with an application on a host. */
export const applicationActions = ['install', 'uninstall', 'update'] as const;
export type ApplicationAction = (typeof applicationActions)[number];

/** The name of an application: also that of its folder in the catalogue, and a word of log lines. */
export const applicationName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);
/** Its version, as it stands in its manifest. */
export const applicationVersion = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.+:~_-]{0,63}$/);

/** The program of an application, as it is called on a host's path: a name, and no way to anywhere. */
export const programName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/);
/** Programs that an agent is asked for at most. */
export const lookedForMax = 1_000;

/** Which of them are there. */
export const foundProgramsSchema = z
  .record(programName, z.boolean())
  .refine((found) => Object.keys(found).length <= lookedForMax);
export type FoundPrograms = z.infer<typeof foundProgramsSchema>;

/** One run of a script of an application on one host; unlike that of any other run. */
const runId = z.string().regex(/^[a-f0-9-]{36}$/);

/**
 * Run a script of an application as root. Idempotent by `runId`: a run that is known, also one that has ended, is accepted and not
 * started anew.
 */
export const runApplicationSchema = z.object({
  runId,
  name: applicationName,
  version: applicationVersion,
  action: z.enum(applicationActions),
  /** For `/bin/sh`; the host writes it to a file, nothing is put into it. */
  script: z
    .string()
    .min(1)
    .max(limits.applicationScriptBytes)
    .refine((script) => !script.includes('\0')),
});
export type RunApplication = z.infer<typeof runApplicationSchema>;

/**
 * What agents of the version before say of runs of applications, read as it is said now. To be deleted with the next version.
 */
const ofOlderAgent = <Event>(schema: z.ZodType<Event>): z.ZodType<Event> =>
  z
    .looseObject({ runId })
    .transform(({ runId: jobId, ...said }): unknown => ({
      ...{ outputBytes: 0, endedAt: Date.now(), ...said },
      ...{ kind: 'application', jobId, attempt: 0 },
    }))
    .pipe(schema);
export const olderApplicationOutputSchema = ofOlderAgent<RunOutput>(runOutputSchema);
export const olderApplicationEndedSchema = ofOlderAgent<RunEnded>(runEndedSchema);

/** The events of these schemas. */
export interface OlderApplicationsToServer {
  'applications.output': RunsToServer['jobs.output'];
  'applications.ended': RunsToServer['jobs.ended'];
}
