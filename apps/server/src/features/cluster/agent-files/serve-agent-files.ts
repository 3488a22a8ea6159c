import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Express, NextFunction, Request, Response } from 'express';
import type { PlatformAddress } from '../nodes/platform-address.service.js';

/**
 * Serves what hosts download, without an account, to become nodes. None of it is secret: the token is in the enrolment command.
 * @param dir folder of the built agent
 */
export function serveAgentFiles(express: Express, address: PlatformAddress, dir: string): void {
  const answer =
    (send: (request: Request, response: Response) => Promise<void>) =>
    (request: Request, response: Response, next: NextFunction): void => {
      send(request, response).catch((error: unknown) => {
        if (isMissing(error)) {
          response
            .status(404)
            .type('text/plain')
            .send('This installation has no agent to hand out: an administrator sets AGENT_DIR.\n');
        } else {
          next(error);
        }
      });
    };
  express.get(
    '/agent/install.sh',
    answer(async (request, response) => {
      const script = await readFile(join(dir, 'install.sh'), 'utf8');
      response
        .type('text/x-shellscript')
        .set('Cache-Control', 'no-store')
        .send(withServer(script, await address.originFor(request)));
    }),
  );
  express.get(
    '/agent/agent.cjs',
    answer(async (_, response) => {
      const file = await open(join(dir, 'agent.cjs'));
      const { size } = await file.stat();
      response.type('text/javascript').set({
        'Cache-Control': 'no-cache',
        'Content-Length': String(size),
        'Content-Disposition': 'attachment; filename="agent.cjs"',
      });
      await pipeline(createReadStream('', { fd: file, end: size - 1 }), response).catch(
        () => undefined, // The client went away.
      );
    }),
  );
}

/** Adds the server's address to the script. The address has no characters that are special in a shell. */
function withServer(script: string, origin: string): string {
  const [first = '', ...rest] = script.split('\n');
  return [first, `AGENT_SERVER="\${AGENT_SERVER:-${origin}}"`, ...rest].join('\n');
}

const isMissing = (error: unknown): boolean =>
  error !== null && typeof error === 'object' && 'code' in error && error.code === 'ENOENT';
