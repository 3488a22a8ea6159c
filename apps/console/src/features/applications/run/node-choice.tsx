import { limits, type ApplicationPlan, type PlannedNode } from '@clusterdesk/contracts';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { Pager } from '../../../shared/ui/table/pager.js';
import { usePageState } from '../../../shared/ui/table/use-page-state.js';
import type { Act } from '../application-buttons.js';
import { differsFromInstalled, versionName } from '../application-words.js';
import styles from '../applications.module.css';

const firstSize = limits.pageSizes[0];

const isReady = ({ state }: PlannedNode): boolean => state === 'ready';

/** The nodes that are chosen to begin with: those that can be; of an installation, those that have not got this version. */
export function usefulNodes({ nodes }: ApplicationPlan, act: Act, version: string): string[] {
  const ready = nodes.filter(isReady);
  const lacking = ready.filter(({ installedVersion }) => installedVersion !== version);
  const useful = act === 'install' && lacking.length > 0 ? lacking : ready;
  return useful.map(({ nodeId }) => nodeId);
}

interface NodeChoiceProps {
  nodes: readonly PlannedNode[];
  /** Their ids. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The hosts that a script can run on, and those that it cannot, with why. */
export function NodeChoice({ nodes, chosen, onChange }: NodeChoiceProps): ReactNode {
  const { t } = useTranslation('applications');
  const page = usePageState(firstSize);
  const ready = nodes.filter(isReady);
  const has = new Set(chosen);
  const toggle = (id: string): void =>
    onChange(has.has(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  if (nodes.length === 0) {
    return <EmptyState title={t('noNodes')} />;
  }
  return (
    <section role="group" aria-label={t('onNodes')}>
      <h3>{t('onNodes')}</h3>
      {ready.length > 1 && (
        <Checkbox
          checked={chosen.length === ready.length}
          indeterminate={chosen.length > 0 && chosen.length < ready.length}
          onChange={({ target }) =>
            onChange(target.checked ? ready.map(({ nodeId }) => nodeId) : [])
          }
        >
          {t('allReady', { count: ready.length })}
        </Checkbox>
      )}
      <ul className={styles['choice']}>
        {nodes.slice(page.pageNum * page.size, (page.pageNum + 1) * page.size).map((node) => (
          <li key={node.nodeId}>
            <Checkbox
              checked={has.has(node.nodeId)}
              disabled={!isReady(node)}
              onChange={() => toggle(node.nodeId)}
            >
              {node.nodeName}{' '}
              <span className="soft small">
                {t(`kindOf_${node.kind}`)}
                {node.installedVersion !== null &&
                  ` · ${t('hasVersion', { version: versionName(t, { version: node.installedVersion }) })}`}
                {differsFromInstalled(node) && ` · ${t(node.isOnHost ? 'onHost' : 'goneFromHost')}`}
                {node.state !== 'ready' && ` · ${t(`cannot_${node.state}`)}`}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {nodes.length > firstSize && (
        <Pager
          pageNum={page.pageNum}
          size={page.size}
          total={nodes.length}
          onChange={page.setPage}
        />
      )}
    </section>
  );
}
