/**
 * The properties of an error that a log line has beside its message. Named one by one: TypeORM hangs the values of a failed statement on its
 * error (hashes of passwords and tokens, scripts, addresses), PostgreSQL the row that it refused, HTTP clients the whole request.
 */
const loggedProperties = [
  'code',
  'status',
  'errno',
  'syscall',
  'query',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
] as const;

/** An error as pino writes it under `err`; with its causes, at most eight deep. Anything else stays as it is. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) {
    return error;
  }
  const described: Record<string, unknown> = {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
  };
  for (const name of loggedProperties) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' || typeof value === 'number') {
      described[name] = value;
    }
  }
  if (depth < 8) {
    if (error.cause !== undefined) {
      described['cause'] = describeError(error.cause, depth + 1);
    }
    if (error instanceof AggregateError) {
      described['errors'] = error.errors.map((each: unknown) => describeError(each, depth + 1));
    }
  }
  return described;
}
