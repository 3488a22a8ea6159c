import {
  applicationActions,
  nodeKinds,
  applicationName,
  applicationVersion,
  limits,
  scriptText,
  type ApplicationAction,
} from '@clusterdesk/contracts';
import { z } from 'zod';

const script = scriptText
  .max(limits.applicationScriptBytes)
  .refine((text) => !text.includes('\0'), 'must have no NUL character');

const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'must be one line of text');

/** What a manifest says besides its scripts. */
const facts = {
  name: applicationName,
  version: applicationVersion,
  type: oneLine(64).min(1),
  description: z.strictObject({ cn: oneLine(500).default(''), en: oneLine(500).default('') }),
  kinds: z
    .array(z.enum(nodeKinds))
    .min(1)
    .max(nodeKinds.length)
    .transform((kinds) => nodeKinds.filter((kind) => kinds.includes(kind))),
};

/** `application.json` of a folder; its scripts are files beside it. */
export const folderManifest = z.strictObject(facts);

/** A manifest in one file, with its scripts. */
export const fileManifest = z.strictObject({
  ...facts,
  install: script,
  uninstall: script,
  update: script,
});

/** An application of the catalogue. */
export type Manifest = z.infer<typeof fileManifest>;

/** The files of an application's folder that hold its scripts. */
export const scriptFiles: readonly [ApplicationAction, string][] = applicationActions.map(
  (action) => [action, `${action}.sh`],
);
