import { App } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { attachHost } from './messages.js';

/** Pixels: above the dock, for notices with something to choose; toasts stand there too (base.css). */
const dockHeight = 88;

function Attach(): ReactNode {
  const host = App.useApp();
  useEffect(() => {
    attachHost(host);
    return () => attachHost(null);
  }, [host]);
  return null;
}

/** What shows messages, notices and questions. */
export const MessageHolder = (): ReactNode => (
  <App component={false} message={{ maxCount: 3 }} notification={{ bottom: dockHeight }}>
    <Attach />
  </App>
);
