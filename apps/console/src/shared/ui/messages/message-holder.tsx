import { App } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { attachHost } from './messages.js';

/** Pixels: below the bar with the tabs, which a toast may not cover. */
const toastTop = 60;
/** Pixels: above the dock, for notices with something to choose. */
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
  <App
    component={false}
    message={{ maxCount: 3, top: toastTop }}
    notification={{ bottom: dockHeight }}
  >
    <Attach />
  </App>
);
