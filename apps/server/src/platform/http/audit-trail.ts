import type { Request } from 'express';

/** A row for the log of changing calls (contract: Logs) from a door that is no declared endpoint. */
export interface AuditEntry {
  /** The feature. */
  logModel: string;
  /** The call, as its address below `/api`. */
  methodName: string;
  /** INFO done, WARN refused, ERROR failed. */
  logLevel: 'INFO' | 'WARN' | 'ERROR';
  /** The stable code of a refusal. */
  errorCode: string | null;
  caller: { userId: string; userName: string } | null;
  /** Whose address is noted. */
  request: Request;
}

/** Writes the log; audit implements it. Declared endpoints are logged by themselves. */
export abstract class AuditTrail {
  /** Not awaited, and never throws: a log that is slow or away must not hold the caller. */
  abstract note(entry: AuditEntry): void;
}
