import type { App } from 'antd';
import type { ReactNode } from 'react';

type Host = ReturnType<typeof App.useApp>;
type Open = Parameters<Host['message']['open']>[0];
type OpenNotification = Parameters<Host['notification']['open']>[0];
type Question = Parameters<Host['modal']['confirm']>[0];

let host: Host | null = null;
let want: (() => void) | null = null;
const waiting: ((host: Host) => void)[] = [];

/** Does what needs antd's messages, now or as soon as their code has come. */
function withHost(work: (host: Host) => void): void {
  if (host) {
    work(host);
    return;
  }
  waiting.push(work);
  want?.();
}

/** What shows messages is drawn, with these; null: not any more. */
export function attachHost(next: Host | null): void {
  host = next;
  if (next) {
    waiting.splice(0).forEach((work) => work(next));
  }
}

/** Hears that something is to be shown before anything can show it. @returns what ends it */
export function onHostWanted(listener: () => void): () => void {
  want = listener;
  if (waiting.length > 0) {
    listener();
  }
  return () => {
    want = null;
  };
}

type Say = (content: ReactNode) => void;
const sayAs =
  (type: 'success' | 'info' | 'warning' | 'error'): Say =>
  (content) =>
    withHost(({ message }) => void message[type](content));

const messages = {
  /** Sentences that go away by themselves. */
  message: {
    success: sayAs('success'),
    info: sayAs('info'),
    warning: sayAs('warning'),
    error: sayAs('error'),
    open: (args: Open): void => withHost(({ message }) => void message.open(args)),
    destroy: (key: string): void => withHost(({ message }) => message.destroy(key)),
    /** Stays until what it returns is called. */
    loading: (content: ReactNode): (() => void) => {
      let isOver = false;
      let hide: (() => void) | null = null;
      withHost(({ message }) => {
        hide = isOver ? null : message.loading(content, 0);
      });
      return () => {
        isOver = true;
        hide?.();
      };
    },
  },
  /** Notices with something to choose, in a corner. */
  notification: {
    open: (args: OpenNotification): void => withHost(({ notification }) => notification.open(args)),
    destroy: (key: string): void => withHost(({ notification }) => notification.destroy(key)),
  },
  /** Questions above the page. */
  modal: {
    confirm: (question: Question): { destroy: () => void } => {
      let isOver = false;
      let opened: { destroy: () => void } | null = null;
      withHost(({ modal }) => {
        opened = isOver ? null : modal.confirm(question);
      });
      return {
        destroy: () => {
          isOver = true;
          opened?.destroy();
        },
      };
    },
  },
};

export type Messages = typeof messages;

/**
 * Messages, notices and questions: antd's own, whose code comes when the page has drawn itself, or when the first of them is
 * wanted. They are the same for the whole console and for its life.
 */
export const useMessages = (): Messages => messages;
