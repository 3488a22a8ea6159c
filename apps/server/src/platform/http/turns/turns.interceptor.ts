import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Endpoint, Turn } from '@clusterdesk/contracts';
import type { Request } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { UserSemaphore, type UserBounds } from '../../user-semaphore.js';
import { goneSignal } from '../gone-signal.js';

/** How many calls that cost more than others may wait for one user. */
const costlyWaiting = 8;

/**
 * Of each kind, how many calls of one user run at once, in each process: of the plain ones too few to fill the pool of connections
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

/** Lets a user's calls take turns with each other, of each kind; calls of nobody, and bytes of any length, have bounds of their own. */
@Injectable()
export class TurnsInterceptor implements NestInterceptor {
  private readonly turns = new Map(
    Object.entries(turnBounds).map(([turn, bounds]) => [turn, new UserSemaphore(bounds)]),
  );

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { endpoint, caller } = request;
    const turns = endpoint && this.turns.get(turnOf(endpoint));
    if (!turns || !caller || endpoint.upload === 'stream') {
      return next.handle();
    }
    const work = (): Promise<unknown> => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(turns.run(caller.userId, work, () => goneSignal(request)));
  }
}

const turnOf = ({ turn, audited }: Endpoint): Turn => turn ?? (audited ? 'change' : 'look');
