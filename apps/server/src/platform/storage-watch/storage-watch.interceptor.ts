import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { StorageWatch } from './storage-watch.service.js';

/** No call is silent for long because the file server is. */
@Injectable()
export class StorageWatchInterceptor implements NestInterceptor {
  constructor(private readonly storage: StorageWatch) {}

  intercept(_: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    return from(
      this.storage.within(() => lastValueFrom(next.handle(), { defaultValue: undefined })),
    );
  }
}
