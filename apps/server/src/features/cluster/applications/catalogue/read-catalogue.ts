import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { fileManifest, folderManifest, scriptFiles, type Manifest } from './manifest.js';
import { checkFolder, DistrustedError, readGuarded } from './read-guarded.js';

/** A manifest with its scripts, with room for JSON's escapes. */
const manifestMaxBytes = 8 * limits.applicationScriptBytes;
/** A catalogue has no more entries. */
const entriesMax = 1000;

/** What is in a catalogue, by name, and why the rest of it was left out. */
export interface CatalogueContent {
  manifests: Manifest[];
  problems: string[];
}

/** Reads the whole catalogue. What cannot be used is left out with a problem: it never throws. */
export async function readCatalogue(dir: string): Promise<CatalogueContent> {
  const problems: string[] = [];
  const manifests: Manifest[] = [];
  let entries: string[];
  let root: string;
  try {
    root = await realpath(dir);
    await checkFolder(root);
    entries = (await readdir(root)).filter((name) => !isPassedOver(name)).sort();
  } catch (error) {
    return { manifests, problems: [problemOf(dir, error)] };
  }
  if (entries.length > entriesMax) {
    problems.push(`${dir} has more than ${String(entriesMax)} entries; the rest is left out`);
  }
  for (const entry of entries.slice(0, entriesMax)) {
    try {
      const manifest = await readEntry(join(root, entry));
      if (manifests.some(({ name }) => name === manifest.name)) {
        throw new DistrustedError(`${join(root, entry)}: ${manifest.name} is there already`);
      }
      manifests.push(manifest);
    } catch (error) {
      problems.push(problemOf(join(root, entry), error));
    }
  }
  return { manifests: manifests.sort((a, b) => (a.name < b.name ? -1 : 1)), problems };
}

/** Notes and hidden files in the catalogue. */
const isPassedOver = (name: string): boolean => name.startsWith('.') || /\.(md|txt)$/i.test(name);

async function readEntry(path: string): Promise<Manifest> {
  const isFile = path.endsWith('.json');
  const manifest = isFile
    ? parse(fileManifest, await readGuarded(path, manifestMaxBytes))
    : await readFolder(path);
  if (manifest.name !== basename(path, isFile ? '.json' : '')) {
    throw new DistrustedError(`${path}: its name in the manifest is another one`);
  }
  return manifest;
}

async function readFolder(path: string): Promise<Manifest> {
  await checkFolder(path);
  const facts = parse(
    folderManifest,
    await readGuarded(join(path, 'application.json'), manifestMaxBytes),
  );
  const scripts: Record<string, string> = {};
  for (const [action, file] of scriptFiles) {
    scripts[action] = await readGuarded(join(path, file), limits.applicationScriptBytes);
  }
  const whole = fileManifest.safeParse({ ...facts, ...scripts });
  if (!whole.success) {
    throw new DistrustedError(z.prettifyError(whole.error));
  }
  return whole.data;
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new DistrustedError('the manifest is not JSON');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    throw new DistrustedError(z.prettifyError(parsed.error));
  }
  return parsed.data;
}

/** Log lines are bounded: a manifest may be anybody's. */
function problemOf(path: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.replaceAll(/\s+/g, ' ').slice(0, 500);
  return line.includes(path) ? line : `${path}: ${line}`;
}
