import type { Endpoint, EndpointResult } from '@clusterdesk/contracts';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { messageOf } from '../../api/api-error.js';
import { callWithMessage, type ApiResponse } from '../../api/call.js';
import { invalidate } from '../../api/invalidate.js';
import { useMessages } from '../messages/messages.js';

type InputOf<E extends Endpoint> = Parameters<typeof callWithMessage<E>>[1];

interface ActionOptions<Input, Result> {
  /** Endpoints that show what this changes. They are asked again after a failure too: what failed may have been out of date. */
  invalidates?: readonly Endpoint[];
  /** What to say when it worked and the server said nothing of its own; absent: nothing is said. */
  done?: string | ((result: Result, input: Input) => string);
  /** What two calls have in common that are the same; absent: all of their input. */
  key?: (input: Input) => string;
  /** True where what is on the screen must be fresh before the action ends. */
  isFreshAtEnd?: boolean;
}

/** Whether JSON tells a value from every other: a function, a set or a file is `{}` or nothing there. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
      Object.values(value).every(isPlain)
    : typeof value !== 'function';

/** Two rows may be deleted at a time, one row only once. What JSON cannot tell apart is the same only as itself. */
const keyOf = (input: unknown): unknown => (isPlain(input) ? (JSON.stringify(input) ?? '') : input);

/** Something a page does on the server. */
export interface Action<Input, Result> {
  /** Does it and says how it went. True means it worked; the same once more while it is under way does nothing and answers false. */
  act: (input: Input) => Promise<boolean>;
  /**
   * The same for forms, which show a failure themselves; the same once more while it is under way waits for the first.
   * @throws ApiError when it failed
   */
  submit: (input: Input) => Promise<Result>;
  isBusy: boolean;
}

/**
 * Does something on the server: an endpoint, or work of several calls. The one place for what every change needs: busy,
 * no second time while it is under way, the server's sentence as a toast, and fresh data for what shows the change.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  options?: ActionOptions<InputOf<E>, EndpointResult<E>>,
): Action<InputOf<E>, EndpointResult<E>>;
export function useAction<Input, Result>(
  work: (input: Input) => Promise<ApiResponse<Result>>,
  options?: ActionOptions<Input, Result>,
): Action<Input, Result>;
export function useAction<Input, Result>(
  what: Endpoint | ((input: Input) => Promise<ApiResponse<Result>>),
  options: ActionOptions<Input, Result> = {},
): Action<Input, Result> {
  const { message } = useMessages();
  const { mutateAsync, isPending } = useMutation<ApiResponse<Result>, unknown, Input>({
    // Without a network it fails at once and says so, where TanStack would wait in silence.
    networkMode: 'always',
    mutationFn: (input) =>
      typeof what === 'function'
        ? what(input)
        : (callWithMessage(what, input as InputOf<Endpoint>) as Promise<ApiResponse<Result>>),
    onSuccess: (answer, input) => {
      const { done } = options;
      const said = typeof done === 'function' ? done(answer.result, input) : done;
      const sentence = answer.message || said;
      if (sentence) {
        void message.success(sentence);
      }
    },
    onSettled: async () => {
      const fresh = invalidate(options.invalidates ?? []);
      if (options.isFreshAtEnd) {
        await fresh;
      }
    },
  });
  const underWay = useRef(new Map<unknown, Promise<Result>>());
  // Callers keep `act` and `submit` in memoised columns.
  const latest = useRef({ mutateAsync, key: options.key ?? keyOf });
  useEffect(() => {
    latest.current = { mutateAsync, key: options.key ?? keyOf };
  });
  const submit = useCallback((input: Input): Promise<Result> => {
    const key = latest.current.key(input);
    const first = underWay.current.get(key);
    if (first) {
      return first;
    }
    const run = latest.current
      .mutateAsync(input)
      .then(({ result }) => result)
      .finally(() => underWay.current.delete(key));
    underWay.current.set(key, run);
    return run;
  }, []);
  const act = useCallback(
    async (input: Input): Promise<boolean> => {
      if (underWay.current.has(latest.current.key(input))) {
        return false;
      }
      try {
        await submit(input);
        return true;
      } catch (error) {
        void message.error(messageOf(error));
        return false;
      }
    },
    [submit, message],
  );
  return { act, submit, isBusy: isPending };
}
