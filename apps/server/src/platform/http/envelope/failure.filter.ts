import {
  Catch,
  HttpException,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { answerCodes, type AnswerCode, type Envelope, type Failure } from '@clusterdesk/contracts';
import type { Request, Response } from 'express';
import { isSessionGone, readDatabaseFailure } from '../../database/database-failure.js';
import { isStorageFailure, StorageAwayError } from '../../file-space/file-space.errors.js';
import { DomainError } from '../domain-error.js';
import { notSignedIn } from '../access/access.js';
import { ClientGoneError } from '../gone-signal.js';
import { languageOf } from '../language.js';

/** Multer's message for a second file, or one in another field. */
const otherFiles = /^(?:Too many files|Unexpected file field)/;

/** Calls of what came before the platform (contract: leftovers): the old administration, and scene records. */
const legacyCall = /^\/api\/(?:admin|scene-?record|smswitnrec)(?:\/|$)/i;

/** Turns whatever was thrown into an answer; nothing else of the server knows status codes. No internals leave. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  private readonly logger = new Logger('Http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    if (thrown instanceof ClientGoneError) {
      // Nobody is there to be answered, and nothing went wrong here.
      response.destroy();
      return;
    }
    const error = toDomainError(thrown, request.path);
    if (error.status === answerCodes.fault) {
      this.logger.error({ err: thrown, requestId: request.requestId }, 'Unexpected fault');
    } else if (error.status === answerCodes.unavailable) {
      this.logger.warn({ err: thrown, requestId: request.requestId }, 'A needed part is away');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const waitSeconds = error.details?.['waitSeconds'];
    if (typeof waitSeconds === 'number') {
      response.setHeader('Retry-After', String(waitSeconds));
    }
    if (request.endpoint?.transport === 'raw') {
      answerPlainly(error, request, response);
      return;
    }
    response.status(httpStatus(error.status)).json(toFailure(error, request));
  }
}

/**
 * Where bytes were asked for, HTTP's status says that it is a refusal. A browser or program that opens the address is told the sentence; who
 * asks for JSON, as the console does, reads the envelope with its code.
 */
function answerPlainly(error: DomainError, request: Request, response: Response): void {
  response.status(error.status).vary('Accept');
  if (request.accepts(['text/plain', 'application/json']) === 'application/json') {
    response.json(toFailure(error, request));
  } else {
    response.type('text/plain').send(error.sentence[languageOf(request)]);
  }
}

/** HTTP is 200 for every handled outcome, but 401 and 500 keep theirs (contract: Envelope). */
function httpStatus(code: AnswerCode): number {
  return code === answerCodes.notSignedIn || code === answerCodes.fault ? code : 200;
}

function toFailure(error: DomainError, request: Request): Envelope<Failure> {
  const { fields, ...details } = error.details ?? {};
  return {
    success: false,
    code: error.status,
    message: error.sentence[languageOf(request)],
    result: {
      error: error.code,
      ...(isTextRecord(fields) ? { fields } : {}),
      ...(Object.keys(details).length > 0 ? { details } : {}),
      ...(error.status === answerCodes.fault ? { requestId: request.requestId } : {}),
    },
  };
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null;
}

/** Errors of the framework (unknown route, broken JSON, too large a body) and of a database that is away, in our terms. */
export function toDomainError(thrown: unknown, path: string): DomainError {
  if (thrown instanceof DomainError) {
    return thrown;
  }
  const databaseFailure = readDatabaseFailure(thrown);
  if (databaseFailure) {
    return databaseFailure;
  }
  if (isSessionGone(thrown)) {
    return notSignedIn();
  }
  if (isStorageFailure(thrown)) {
    return new StorageAwayError();
  }
  const status = thrown instanceof HttpException ? thrown.getStatus() : bodyParserStatus(thrown);
  if (status === 404 && legacyCall.test(path)) {
    return new DomainError('CALL_GONE', answerCodes.gone, {
      cn: '此功能已不再提供，请从工作台选择其他功能',
      en: 'This feature is no longer offered. Choose another one from the workbench.',
    });
  }
  if (status === 404) {
    return new DomainError('CALL_UNKNOWN', answerCodes.notFound, {
      cn: '没有这个接口，请检查地址和请求方法',
      en: 'There is no such call. Check its address and method.',
    });
  }
  if (status === 413) {
    return new DomainError('INPUT_TOO_LARGE', answerCodes.invalid, {
      cn: '内容过大，请缩小后重试',
      en: 'That is too large. Make it smaller and try again.',
    });
  }
  if (thrown instanceof HttpException && otherFiles.test(thrown.message)) {
    return new DomainError('INPUT_ONE_FILE', answerCodes.invalid, {
      cn: '表单中只能有一个文件，字段名为 file，请去掉其他文件后重试',
      en: 'The form takes one file, in the field file. Leave out the others and try again.',
    });
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new DomainError('INPUT_UNREADABLE', answerCodes.invalid, {
      cn: '请求内容无法读取，请检查格式',
      en: 'The request cannot be read. Check its format.',
    });
  }
  return new DomainError('SERVER_FAULT', answerCodes.fault, {
    cn: '服务器出错，请稍后重试；若仍出现，请将编号告知管理员',
    en: 'Something went wrong on the server. Try again. If the problem persists, give an administrator the request ID.',
  });
}

function bodyParserStatus(thrown: unknown): number | undefined {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number'
    ? thrown.status
    : undefined;
}
