import { App } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { attachHost } from './messages.js';

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
  <App component={false} message={{ maxCount: 3 }}>
    <Attach />
  </App>
);
