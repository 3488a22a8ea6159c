import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import type { DomainError } from './domain-error.js';

/** Of a refusal its stable code, and what it said. */
export type Refusal = Pick<DomainError, 'code' | 'sentence'>;

/** A row for the log of changing calls (contract: Logs) from an entry point that is no declared endpoint. */
export interface AuditEntry {
  /** The feature. */
  logModel: string;
  /** The call, as its address below `/api`. */
  methodName: string;
  /** INFO done, WARN refused, ERROR failed. */
  logLevel: 'INFO' | 'WARN' | 'ERROR';
  /** Why it was not done; null: it was. */
  refusal: Refusal | null;
  caller: { userId: string; userName: string } | null;
  /** What it was about, where that is one thing with an id. */
  target?: AuditSubject['target'];
  /** Whose address is noted. */
  request: Request;
  /** What it was about; never a secret. It is shortened. */
  details?: Record<string, unknown>;
}

/** What a change was about. */
export interface AuditSubject {
  target: {
    /** What it is: `user`, `role`, `setting`. */
    type: string;
    id: string;
    /** As people knew it at that moment. */
    name: string;
  };
  /** What was decided; small, and never a secret. */
  details?: Record<string, unknown>;
  /** Who did it, where no call did: the feature and the task. */
  origin?: { logModel: string; methodName: string };
}

/** How something ended that a call began and no call is under way for any more. */
export interface AuditEnd extends Omit<AuditEntry, 'request' | 'caller' | 'target'> {
  /** Whoever asked for it. */
  caller: { userId: string; userName: string };
  target: AuditSubject['target'];
}

/** Writes the log; audit implements it. Declared endpoints are logged by themselves, without a subject. */
export abstract class AuditTrail {
  /**
   * Adds to the row of the call under way what shows only while it is answered: of what an id stood for, the name. It is
   * shortened, as names of files are anybody's; of the same detail the last one counts. In a task it does nothing.
   */
  abstract describe(details: Readonly<Record<string, unknown>>): void;

  /** Not awaited, and never throws: a log that is slow or away must not hold the caller. */
  abstract note(entry: AuditEntry): void;

  /** One of the several things that the call under way is about was refused. Not awaited, and never throws. */
  abstract noteRefusal(refusal: Refusal, target: AuditSubject['target']): void;

  /**
   * Writes the row of the call under way in the transaction that decides: both are there, or neither. A call with several
   * targets writes several rows.
   */
  abstract record(manager: EntityManager, subject: AuditSubject): Promise<void>;

  /** Writes the row of an end in the transaction that notes it. A call that is under way keeps its own. */
  abstract recordEnd(manager: EntityManager, end: AuditEnd): Promise<void>;
}
