import { ClusterOutlined, SearchOutlined } from '@ant-design/icons';
import type { ComputeNode } from '@clusterdesk/contracts';
import { Checkbox, Input, Segmented } from 'antd';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../../shared/ui/state/page-state.js';
import { Pager } from '../../../../shared/ui/table/pager.js';
import { usePageState } from '../../../../shared/ui/table/use-page-state.js';
import { HostRow, type HostOption } from './host-row.js';
import { hostsById, type ChosenHost } from '../queue-values.js';
import styles from './hosts.module.css';

interface HostFieldProps {
  query: ComponentProps<typeof PageState<ComputeNode[]>>['query'];
  /** Given by the form item around it, as what follows. */
  id?: string;
  value?: readonly ChosenHost[];
  onChange?: (value: readonly ChosenHost[]) => void;
  'aria-required'?: boolean | 'true' | 'false';
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-describedby'?: string;
}

/** A page of a list that stands within a form. */
const firstSize = 10;
const sizes = [firstSize, 20, 50];

/** All nodes, and those chosen that are listed no longer, at the end. */
function optionsOf(nodes: readonly ComputeNode[], chosen: Iterable<ChosenHost>): HostOption[] {
  const listed = new Set(nodes.map(({ id }) => id));
  return [
    ...nodes.map((node) => ({ id: node.id, name: node.calculationName, node })),
    ...[...chosen]
      .filter(({ id }) => !listed.has(id))
      .map(({ id, name }) => ({ id, name, node: null })),
  ];
}

/** What a node gives that is chosen now: all it has, until somebody says less. */
const asChosen = ({ id, name, node }: HostOption): ChosenHost => ({
  id,
  name,
  cpus: node?.cpus ?? 1,
});

const matches = ({ name, node }: HostOption, text: string): boolean =>
  `${name} ${node?.lanIp ?? ''}`.toLowerCase().includes(text);

/** Which compute nodes a queue uses, and how many CPUs of each: found by name or address, page by page, or all at once. */
export const HostField = ({ query, ...field }: HostFieldProps): ReactNode => (
  <div className={styles['field']}>
    <PageState query={query} isInCard>
      {(nodes) => <HostList {...field} nodes={nodes} />}
    </PageState>
  </div>
);

function HostList(
  props: Omit<HostFieldProps, 'query'> & { nodes: readonly ComputeNode[] },
): ReactNode {
  const { t } = useTranslation('queues');
  const { nodes, id, value = [], onChange } = props;
  const [find, setFind] = useState('');
  const [isChosenOnly, setIsChosenOnly] = useState(false);
  const page = usePageState(firstSize);
  const chosen = hostsById(value);
  const options = optionsOf(nodes, chosen.values());
  const text = find.trim().toLowerCase();
  const found = options.filter(
    (host) => matches(host, text) && (!isChosenOnly || chosen.has(host.id)),
  );
  const from = Math.min(page.pageNum, Math.max(0, Math.ceil(found.length / page.size) - 1));
  const chosenOfFound = found.filter((host) => chosen.has(host.id)).length;
  const isAll = found.length > 0 && chosenOfFound === found.length;

  const put = (hosts: Iterable<readonly [string, ChosenHost]>): void =>
    onChange?.([...new Map(hosts).values()]);
  const toggle = (host: HostOption): void =>
    chosen.has(host.id)
      ? put([...chosen].filter(([key]) => key !== host.id))
      : put([...chosen, [host.id, asChosen(host)]]);
  const toggleAll = (): void => {
    const ids = new Set(found.map((host) => host.id));
    put(
      isAll
        ? [...chosen].filter(([key]) => !ids.has(key))
        : // What was chosen before keeps its CPUs.
          [...found.map((host) => [host.id, asChosen(host)] as const), ...chosen],
    );
  };
  if (options.length === 0) {
    return <EmptyState icon={<ClusterOutlined />} title={t('noHosts')} hint={t('noHostsHint')} />;
  }
  return (
    <div role="group" aria-label={t('hosts')}>
      <div className={styles['tools']}>
        <Input
          {...(id === undefined ? {} : { id })}
          aria-required={props['aria-required']}
          aria-invalid={props['aria-invalid']}
          aria-describedby={props['aria-describedby']}
          allowClear
          autoComplete="off"
          prefix={<SearchOutlined />}
          placeholder={t('findHosts')}
          value={find}
          onChange={(event) => {
            setFind(event.target.value);
            page.toFirst();
          }}
          // It would send the form.
          onPressEnter={(event) => event.preventDefault()}
        />
        <Segmented<'all' | 'chosen'>
          aria-label={t('whichHosts')}
          value={isChosenOnly ? 'chosen' : 'all'}
          options={[
            { value: 'all', label: t('allHosts', { count: options.length }) },
            { value: 'chosen', label: t('chosenHosts', { count: chosen.size }) },
          ]}
          onChange={(shown) => {
            setIsChosenOnly(shown === 'chosen');
            page.toFirst();
          }}
        />
      </div>
      {found.length > 0 ? (
        <>
          <Checkbox
            className={styles['all'] ?? ''}
            checked={isAll}
            indeterminate={chosenOfFound > 0 && !isAll}
            onChange={toggleAll}
          >
            {text ? t('selectAllFound', { count: found.length }) : t('selectAll')}
          </Checkbox>
          <ul className={styles['rows']}>
            {found.slice(from * page.size, (from + 1) * page.size).map((host) => (
              <HostRow
                key={host.id}
                host={host}
                chosen={chosen.get(host.id)}
                onToggle={() => toggle(host)}
                onCpus={(cpus) =>
                  put([...chosen, [host.id, { id: host.id, name: host.name, cpus }]])
                }
              />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState title={text ? t('noHostMatch') : t('noHostChosen')} />
      )}
      {found.length > firstSize && (
        <Pager
          pageNum={from}
          size={page.size}
          total={found.length}
          sizes={sizes}
          onChange={page.setPage}
        />
      )}
    </div>
  );
}
