import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { applicationActions, limits } from '@clusterdesk/contracts';
import { z } from 'zod';
import { fileManifest, type Manifest } from './manifest.js';
import { checkFolder, DistrustedError, readGuarded } from './read-guarded.js';

/** The largest manifest with its scripts, escapes included. */
const manifestMaxBytes = 8 * limits.applicationScriptBytes;
/** The most entries of a catalogue that are read. */
const entriesMax = 1000;

/** What is in a catalogue, by name, and why the rest of it was left out. */
export interface CatalogueContent {
  manifests: Manifest[];
  problems: string[];
}

/** Reads the whole catalogue. Entries that cannot be used are left out and reported as problems; it never throws. */
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
  const parsed = fileManifest.safeParse(isFile ? await readJson(path) : await readFolder(path));
  if (!parsed.success) {
    throw new DistrustedError(z.prettifyError(parsed.error));
  }
  if (parsed.data.name !== basename(path, isFile ? '.json' : '')) {
    throw new DistrustedError(`${path}: its name in the manifest is another one`);
  }
  return parsed.data;
}

async function readFolder(path: string): Promise<unknown> {
  await checkFolder(path);
  const manifest = await readJson(join(path, 'application.json'));
  const scripts: Record<string, string> = {};
  for (const action of applicationActions) {
    const file = join(path, `${action}.sh`);
    scripts[action] = await readGuarded(file, limits.applicationScriptBytes);
  }
  return Object.assign({}, manifest, scripts);
}

async function readJson(path: string): Promise<unknown> {
  const text = await readGuarded(path, manifestMaxBytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new DistrustedError('the manifest is not JSON');
  }
}

/** Bounded, because a manifest may hold anything. */
function problemOf(path: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.replaceAll(/\s+/g, ' ').slice(0, 500);
  return line.includes(path) ? line : `${path}: ${line}`;
}
