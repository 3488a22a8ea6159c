import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { answerCodes, type Envelope } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { languageOf } from '../language.js';
import { EnvelopeResult } from './with-message.js';

/** Wraps what a controller returns into `{ success, code, message, result }`. Raw endpoints answer by themselves. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!request.endpoint || request.endpoint.transport === 'raw') {
      return next.handle();
    }
    http.getResponse<Response>().status(200);
    return next.handle().pipe(map((value) => toEnvelope(value, request)));
  }
}

function toEnvelope(value: unknown, request: Request): Envelope<unknown> {
  const isAnswer = value instanceof EnvelopeResult;
  return {
    success: true,
    code: answerCodes.ok,
    message: isAnswer ? value.sentence[languageOf(request)] : '',
    result: (isAnswer ? value.result : value) ?? null,
  };
}
