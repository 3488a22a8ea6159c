import { AppleOutlined, DownloadOutlined, LinuxOutlined, WindowsOutlined } from '@ant-design/icons';
import { endpoints, type ClientTool } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.js';
import { queryOptionsOf } from '../../../shared/api/query.js';
import { fetchByBrowser, fetchTicketUrl } from '../../../shared/files/fetch-by-browser.js';
import { Dialog } from '../../../shared/ui/dialog/dialog.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { ErrorState } from '../../../shared/ui/state/error-state.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { formatSize } from '../../../shared/lib/format/format.js';
import styles from './client-tools.module.css';

const icons: Record<ClientTool['platform'], ReactNode> = {
  Win: <WindowsOutlined />,
  Mac: <AppleOutlined />,
  Linux: <LinuxOutlined />,
};

function ToolRow({ tool }: { tool: ClientTool }): ReactNode {
  const { t } = useTranslation('transfer');
  const fetchTool = useAction(async () => {
    const ticket = await call(endpoints.clientTools.getToolPath, { id: tool.id });
    fetchByBrowser(fetchTicketUrl(endpoints.clientTools.fetchTool, ticket));
    return { result: null, message: '' };
  });
  const platforms = { Win: 'Windows', Mac: 'macOS', Linux: 'Linux' };
  return (
    <li className={styles['tool']}>
      <span className={styles['icon']} aria-hidden>
        {icons[tool.platform]}
      </span>
      <div className={styles['description']}>
        <b>
          {platforms[tool.platform]} {tool.version && <small>{tool.version}</small>}
        </b>
        <span title={tool.name}>
          {tool.name} · {formatSize(tool.size)}
        </span>
      </div>
      <Button
        icon={<DownloadOutlined />}
        loading={fetchTool.isBusy}
        onClick={() => void fetchTool.act(undefined)}
      >
        {t('downloadTool')}
      </Button>
    </li>
  );
}

/** The clients that the operator has put up, each with its system's icon. */
export function ClientToolsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation('transfer');
  const tools = useQuery(queryOptionsOf(endpoints.clientTools.list, {}));
  return (
    <Dialog
      open
      title={t('clientTools')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {tools.isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {tools.error && <ErrorState error={tools.error} onRetry={() => void tools.refetch()} />}
      {tools.data?.length === 0 && (
        <EmptyState title={t('noClientTools')} hint={t('noClientToolsHint')} />
      )}
      {tools.data && tools.data.length > 0 && (
        <ul className={styles['tools']}>
          {tools.data.map((tool) => (
            <ToolRow key={tool.id} tool={tool} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
