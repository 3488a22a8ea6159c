import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import express, { type Express, type RequestHandler, type Response } from 'express';

/** What the build puts beside a file, best first, with the ending it has there. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

type StaticOptions = NonNullable<Parameters<typeof express.static>[1]>;

/**
 * Serves the files of a folder, compressed where the build has put such a file beside and the client takes it. Each form has
 * an ETag of its own; `Vary` keeps caches between us and the browser from giving one for the other.
 */
function serveFiles(dir: string, options: StaticOptions): RequestHandler[] {
  const common = { ...options, index: false, redirect: false } as const;
  const plain = express.static(dir, { ...common, setHeaders: varyByEncoding });
  const compressed = encodings.map(({ name, ending }): RequestHandler => {
    const serve = express.static(dir, {
      ...common,
      setHeaders: (response, path) => {
        varyByEncoding(response);
        response.setHeader('Content-Encoding', name);
        response.type(extname(path.slice(0, -ending.length)));
      },
    });
    return (request, response, next) => {
      if (request.path.endsWith('/') || !request.acceptsEncodings(name)) {
        next();
        return;
      }
      const { url } = request;
      request.url = request.path + ending;
      serve(request, response, (error?: unknown) => {
        request.url = url;
        next(error);
      });
    };
  });
  return [...compressed, plain];
}

const varyByEncoding = (response: Response): void => void response.vary('Accept-Encoding');

/**
 * What the page's own scripts hash to, as a content security policy names them. They have to run before the first paint; a
 * injected script still does not run.
 */
export function inlineScriptHashes(consoleDir: string): string[] {
  const page = resolve(consoleDir, 'index.html');
  if (!existsSync(page)) {
    return [];
  }
  const scripts = readFileSync(page, 'utf8').matchAll(/<script>([^]*?)<\/script>/g);
  return [...scripts].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/** Everything but the API, the live connection and the metrics. */
const consolePaths = /^\/(?!api(\/|$)|socket\.io|metrics).*/;

/**
 * Serves the built console: hashed assets for a year, everything that is no file as the page itself (history mode), which
 * is revalidated each time. Without a build only the API answers.
 */
export function serveConsole(app: Express, consoleDir: string): void {
  if (!existsSync(resolve(consoleDir, 'index.html'))) {
    return;
  }
  app.use(
    '/assets',
    ...serveFiles(join(consoleDir, 'assets'), { immutable: true, maxAge: '1y' }),
    // A page of an older build asks for what is gone: neither the page itself nor an envelope is a script.
    (_, response) => void response.sendStatus(404),
  );
  const files = serveFiles(consoleDir, { cacheControl: false });
  app.get(consolePaths, askAnew, ...files, becomePage, ...files);
}

const askAnew: RequestHandler = (_, response, next) => {
  response.setHeader('Cache-Control', 'no-cache');
  next();
};

const becomePage: RequestHandler = (request, _, next) => {
  request.url = '/index.html';
  next();
};
