import { Injectable } from '@nestjs/common';
import { endpoints, taskBoardPath } from '@clusterdesk/contracts';
import type { CookieOptions, NextFunction, Request, RequestHandler, Response } from 'express';
import { isAllowed, isPasswordInTheWay, notAllowed } from '../../../platform/http/access/access.js';
import type { Principal } from '../../../platform/http/access/principal.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { languageOf } from '../../../platform/http/language.js';
import { TaskQueue } from '../../../platform/tasks/task-queue.service.js';
import { FetchTickets } from '../../sessions/fetch-tickets/fetch-tickets.service.js';
import { UserRights } from '../../users/rights/user-rights.service.js';

/** Where the board is, from the root of the address. */
export const boardMount = `/api${taskBoardPath}`;

const cookieName = 'clusterdesk-task-board';
/** After it the board is opened from the health page again. */
const visitMs = 15 * 60_000;

/**
 * Bull Board for who may see the health page. A browser cannot show the board a session's token, so a single-use ticket becomes
 * a cookie for the board's path. The cookie is a ticket, too: it ends with its session, and each call asks for the user's rights anew. Nothing
 * can be changed here, so a foreign page that calls it gains nothing.
 */
@Injectable()
export class TaskBoard {
  private board: Promise<RequestHandler> | undefined;

  constructor(
    private readonly tickets: FetchTickets,
    private readonly rights: UserRights,
    private readonly tasks: TaskQueue,
  ) {}

  request(caller: Principal): Promise<string> {
    return this.tickets.issue(caller, 'task-board', '');
  }

  /** Leads a browser with a ticket to the board. */
  async open(ticket: string, request: Request, response: Response): Promise<void> {
    const grant = await this.tickets.redeem(ticket, 'task-board', request.method);
    await this.assertAllowed(grant.userId);
    const visit = await this.tickets.issue(grant, 'task-board-visit', '', undefined, visitMs);
    const options: CookieOptions = {
      path: boardMount,
      maxAge: visitMs,
      httpOnly: true,
      sameSite: 'strict',
      secure: request.secure,
    };
    response.cookie(cookieName, visit, options).redirect(303, `${boardMount}/`);
  }

  /** Answers the board's pages and calls. */
  use(request: Request, response: Response, next: NextFunction): void {
    this.answer(request, response, next).catch((error: unknown) => {
      if (error instanceof DomainError) {
        response.status(403).type('text/plain').send(error.sentence[languageOf(request)]);
      } else {
        next(error);
      }
    });
  }

  private async answer(request: Request, response: Response, next: NextFunction): Promise<void> {
    const ticket = readCookie(request.headers.cookie);
    const grant = await this.tickets.look(ticket, 'task-board-visit');
    await this.assertAllowed(grant.userId);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).setHeader('Allow', 'GET, HEAD').end();
      return;
    }
    // Its code is large, and few ever look.
    this.board ??= import('./task-board-router.js').then(({ makeTaskBoard }) =>
      makeTaskBoard(this.tasks.listQueues(), boardMount),
    );
    (await this.board)(request, response, next);
  }

  private async assertAllowed(userId: string): Promise<void> {
    const user = await this.rights.find(userId);
    const caller = user && { ...user, sessionId: '' };
    const call = endpoints.health.requestTaskBoard;
    if (!caller || !isAllowed(call.access, caller) || isPasswordInTheWay(call, caller)) {
      throw notAllowed();
    }
  }
}

function readCookie(header = ''): string {
  const found = header.split(';').find((part) => part.trim().startsWith(`${cookieName}=`));
  return found?.trim().slice(cookieName.length + 1) ?? '';
}
