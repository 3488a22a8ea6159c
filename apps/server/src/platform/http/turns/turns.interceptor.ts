import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Endpoint, Turn } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { SharedTurns } from '../../locks/shared-turns.service.js';
import { UserSemaphore, type UserBounds } from '../../user-semaphore.js';
import { goneSignal } from '../gone-signal.js';

/** How many calls that cost more than others may wait for one user. */
const costlyWaiting = 8;

/**
 * Of each kind, how many calls of one user run at once, and wait in each process: of the plain ones too few to fill the pool of connections
 * (`platform/database`); of those whose answers are long or whose work is, so few that others come in between.
 */
export const turnBounds: Record<Turn, UserBounds> = {
  look: { each: 6, waiting: 256 },
  change: { each: 6, waiting: 256 },
  list: { each: 2, waiting: 256 },
  search: { each: 2, waiting: costlyWaiting },
  measure: { each: 1, waiting: costlyWaiting },
  content: { each: 1, waiting: costlyWaiting },
  folders: { each: 1, waiting: 64 },
  export: { each: 1, waiting: costlyWaiting },
  import: { each: 1, waiting: costlyWaiting },
  wait: { each: 64, waiting: 64 },
};

/**
 * Those whose bound holds over all servers: two statements are nothing beside what they cost. Of the others each process counts its own
 * (docs/decisions/several-servers.md).
 */
const sharedTurns: ReadonlySet<string> = new Set<Turn>([
  'search',
  'measure',
  'content',
  'export',
  'import',
]);

/** Lets a user's calls take turns with each other, of each kind; calls of nobody, and bytes of any length, have bounds of their own. */
@Injectable()
export class TurnsInterceptor implements NestInterceptor {
  private readonly turns = new Map(
    Object.entries(turnBounds).map(([turn, bounds]) => [turn, new UserSemaphore(bounds)]),
  );

  constructor(private readonly shared: SharedTurns) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { endpoint, caller } = request;
    const turn = endpoint && turnOf(endpoint);
    const turns = turn && this.turns.get(turn);
    if (!turns || !caller || endpoint.upload === 'stream') {
      return next.handle();
    }
    const { userId } = caller;
    const gone = (): AbortSignal => goneSignal(request);
    const call = (): Promise<unknown> => lastValueFrom(next.handle(), { defaultValue: undefined });
    const work = sharedTurns.has(turn)
      ? () => this.shared.run(`${turn} ${userId}`, turnBounds[turn].each, call, gone)
      : call;
    return from(turns.run(userId, work, gone));
  }
}

const turnOf = ({ turn, audited }: Endpoint): Turn => turn ?? (audited ? 'change' : 'look');
