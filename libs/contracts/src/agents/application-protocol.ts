import { z } from 'zod';
import { limits } from '../limits.js';

/** What is done with an application on a host. */
export const applicationActions = ['install', 'uninstall', 'update'] as const;
export type ApplicationAction = (typeof applicationActions)[number];

/** The name of an application: also that of its folder in the catalogue, and a word of log lines. */
export const applicationName = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);
/** Its version, as it stands in its manifest. */
export const applicationVersion = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.+:~_-]{0,63}$/);

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

/** Why a host does not run the script of an application. `later`: it is asked again; `final`: the run has failed. */
export const applicationRefusals = {
  /** AGENT_ALLOW of the host leaves applications out. */
  AGENT_APPLICATIONS_NOT_ALLOWED: { when: 'final' },
  /** The agent runs as an ordinary account, which installs nothing. */
  AGENT_NOT_ROOT: { when: 'final' },
  /** The command does not follow the protocol. */
  AGENT_APPLICATION_INVALID: { when: 'final' },
  /** The script of another run is at work on the host: there is one at a time. */
  AGENT_APPLICATION_BUSY: { when: 'later' },
  /** The run cannot be stored on the host's disk. */
  AGENT_APPLICATION_NOT_STORED: { when: 'later' },
} as const satisfies Record<string, { when: 'later' | 'final' }>;
export type ApplicationRefusal = keyof typeof applicationRefusals;

export function isApplicationRefusal(code: string): code is ApplicationRefusal {
  return Object.hasOwn(applicationRefusals, code);
}

/** Characters of a refusal that are read. */
const refusalMaxLength = 1_000;

/** An agent's answer to a run. `reason` is `CODE: a sentence for the operator`. Accepted: a crash of the agent cannot lose it any more. */
export const runApplicationReplySchema = z.object({
  isAccepted: z.boolean(),
  reason: z
    .string()
    .transform((text) => text.slice(0, refusalMaxLength))
    .optional(),
});
export type RunApplicationReply = z.infer<typeof runApplicationReplySchema>;

/** Bytes of output that an agent sends of one run: what is kept, and a note in the place of the rest. */
export const applicationOutputSentMaxBytes = limits.applicationOutputBytes + 1024;

/** A piece of output, which may end inside a character. */
export const applicationOutputSchema = z
  .object({
    runId,
    offset: z.number().int().min(0),
    data: z.custom<Uint8Array>(
      (value) => value instanceof Uint8Array && value.byteLength <= limits.jobLogChunkBytes,
    ),
  })
  .refine(({ offset, data }) => offset + data.byteLength <= applicationOutputSentMaxBytes);
export type ApplicationOutput = z.infer<typeof applicationOutputSchema>;

/** The offset that the server wants next; of a run that it does not know (any more), the end of the piece. */
export const applicationOutputReplySchema = z.object({ nextOffset: z.number().int().min(0) });
export type ApplicationOutputReply = z.infer<typeof applicationOutputReplySchema>;

/** Why a script ended: by itself, because its time was up, or with its host. */
export const applicationEndReasons = ['exited', 'timeout', 'lost'] as const;

/** A run has ended; sent when every byte of its output was acknowledged. */
export const applicationEndedSchema = z.object({
  runId,
  /** 0 to 255; 128 + signal number after a signal. Null when unknown. */
  exitCode: z
    .number()
    .int()
    .transform((code) => Math.min(Math.max(code, 0), 255))
    .nullable(),
  reason: z.enum(applicationEndReasons),
});
export type ApplicationEnded = z.infer<typeof applicationEndedSchema>;

/** Server → agent, about applications. */
export interface ApplicationsToAgent {
  'applications.run': (
    command: RunApplication,
    answer: (reply: RunApplicationReply) => void,
  ) => void;
}

/** Agent → server, about applications. */
export interface ApplicationsToServer {
  'applications.output': (
    event: ApplicationOutput,
    answer: (reply: ApplicationOutputReply) => void,
  ) => void;
  'applications.ended': (event: ApplicationEnded, answer: () => void) => void;
}
