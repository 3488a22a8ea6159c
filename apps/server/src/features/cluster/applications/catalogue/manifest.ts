import { createHash } from 'node:crypto';
import {
  nodeKinds,
  applicationName,
  applicationVersion,
  limits,
  programName,
  scriptText,
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

/** A manifest with its scripts. In a folder they are files beside `application.json`. */
export const fileManifest = z.strictObject({
  name: applicationName,
  version: applicationVersion,
  type: oneLine(64).min(1),
  description: z.strictObject({ cn: oneLine(500).default(''), en: oneLine(500).default('') }),
  kinds: z
    .array(z.enum(nodeKinds))
    .min(1)
    .max(nodeKinds.length)
    .transform((kinds) => nodeKinds.filter((kind) => kinds.includes(kind))),
  /** What it is called on a host's path; absent: nobody looks whether it is there. */
  program: programName.optional(),
  install: script,
  uninstall: script,
  update: script,
});

/** An application of the catalogue. */
export type Manifest = z.infer<typeof fileManifest>;

/** Stands for what root would run: another digest, another script. */
export const digestOf = ({ version, install, uninstall, update }: Manifest): string =>
  createHash('sha256')
    .update(JSON.stringify([version, install, uninstall, update]))
    .digest('hex');
