import { allEndpoints, auditedEntryPoints } from '@clusterdesk/contracts';
import { createContext, useContext } from 'react';
import { currentLanguage } from '../../shared/i18n/i18n.js';
import type { Operation } from '../../shared/operation.js';

/** An operation to narrow the log to. */
export interface OperationChoice {
  logModel: string;
  name: string;
  /** Its calls, joined by commas, as the address of the page and `/log/list` take them. */
  methods: string;
}

/** What calls are to people, as the features say. */
export class Operations {
  private readonly byCall: ReadonlyMap<string, Operation>;

  constructor(operations: readonly Operation[]) {
    this.byCall = new Map(
      operations.flatMap((operation) => operation.calls.map((call) => [call, operation] as const)),
    );
  }

  /** Undefined for a call that this console does not know. */
  of(call: string): Operation | undefined {
    return this.byCall.get(call);
  }

  /** The name of an operation for people; a call that this console does not know keeps its own. */
  nameOf(call: string): string {
    return this.of(call)?.name[currentLanguage()] ?? call;
  }

  /** Every operation that can be in the log, each once, by feature. */
  choices(): OperationChoice[] {
    const calls = [
      ...allEndpoints
        .filter(({ audited }) => audited)
        .map(({ feature, path }) => ({ logModel: feature, methodName: path })),
      ...Object.values(auditedEntryPoints),
    ];
    const choices = new Map<string, OperationChoice>();
    for (const { logModel, methodName } of calls) {
      const name = this.nameOf(methodName);
      const known = choices.get(name);
      const methods = known ? `${known.methods},${methodName}` : methodName;
      choices.set(name, { logModel: known?.logModel ?? logModel, name, methods });
    }
    return [...choices.values()];
  }
}

export const OperationsContext = createContext(new Operations([]));

export const useOperations = (): Operations => useContext(OperationsContext);
