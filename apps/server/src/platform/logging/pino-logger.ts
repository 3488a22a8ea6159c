import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { describeError } from './describe-error.js';

/** Fields that no line may hold, at the top of what is logged and two levels below. */
const secretFields = [
  'authorization',
  'cookie',
  'oldPassword',
  'password',
  'secret',
  'ticket',
  'token',
];

/** Nest's logger on pino: one JSON line each. An object as the message becomes the line's fields. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  /** To the process' output, or where a spec says. */
  constructor(level: string, name: string, destination?: DestinationStream) {
    this.pino = pino(
      {
        level,
        name,
        redact: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        serializers: { err: describeError },
      },
      destination,
    );
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the context (the logger's name) last. */
  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const text = rest
      .slice(0, context === undefined ? undefined : -1)
      .find((part) => typeof part === 'string');
    if (typeof message === 'object' && message !== null) {
      this.pino[level](
        { context, ...(message instanceof Error ? { err: message } : message) },
        text,
      );
    } else {
      const stack = level === 'error' && text !== undefined ? { stack: text } : {};
      this.pino[level]({ context, ...stack }, String(message));
    }
  }
}
