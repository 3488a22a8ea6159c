import { BarsOutlined } from '@ant-design/icons';
import {
  endpoints,
  limits,
  queueNetworks,
  type QueueNetwork,
  type QueueOption,
} from '@clusterdesk/contracts';
import { Form, InputNumber, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../shared/ui/state/empty-state.js';
import { PageState } from '../../../shared/ui/state/page-state.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { BackLink } from '../../../shared/ui/form/back-link.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { schemaRule, type FieldRule } from '../../../shared/ui/form/schema-rule.js';
import { PageHeader } from '../../../shared/ui/layout/page-header.js';
import { queueList, queriesOfQueues } from '../api/job-queries.js';
import { useWatchQueues } from '../job-live.js';
import styles from './queues.module.css';

interface Values {
  network: QueueNetwork;
  defaultMinutes: number;
  maxMinutes: number;
}

const rules = endpoints.jobs.queueEdit.input.shape;

function QueueForm({ source }: { source: FormSource<QueueOption> }): ReactNode {
  const { t } = useTranslation('jobs');
  const queue = source.now;
  const [form] = Form.useForm<Values>();
  const edit = useAction(endpoints.jobs.queueEdit, {
    invalidates: queriesOfQueues,
    done: t('queueSaved'),
  });
  const save = async (_: Values, changed: Partial<Values>): Promise<string> => {
    await edit.submit({ id: queue.id, ...changed });
    return paths.queues;
  };
  const minutesRule = (most: number): FieldRule => {
    const words = t('defaultMinutesRule', { count: most });
    return schemaRule(rules.defaultMinutes.unwrap().max(most), { empty: words, wrong: words });
  };
  // The longest is known to the form as it was typed, whatever that is.
  const mostUsual = (): number => {
    const longest = rules.maxMinutes.safeParse(form.getFieldValue('maxMinutes'));
    return (longest.success ? longest.data : undefined) ?? limits.jobMaxMinutes;
  };
  return (
    <FormPage<Values>
      form={form}
      title={t('editQueue', { name: queue.queueName })}
      hint={t('editQueueHint')}
      backTo={paths.queues}
      backLabel={t('queues')}
      source={mapSource(source, ({ networkChoice, defaultMinutes, maxMinutes }) => ({
        network: networkChoice,
        defaultMinutes,
        maxMinutes,
      }))}
      onSubmit={save}
    >
      <Form.Item name="network" label={t('network')} required rules={[schemaRule(rules.network)]}>
        <Radio.Group className={styles['choices'] ?? ''}>
          {queueNetworks.map((network) => (
            <Radio key={network} value={network}>
              {t(`network_${network}`)}
              <small>{t(`networkHint_${network}`)}</small>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item
        name="maxMinutes"
        label={t('longestMinutes')}
        required
        extra={t('longestMinutesHint')}
        rules={[minutesRule(limits.jobMaxMinutes)]}
      >
        <InputNumber min={1} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="defaultMinutes"
        label={t('defaultMinutes')}
        required
        extra={t('defaultMinutesHint')}
        dependencies={['maxMinutes']}
        rules={[() => minutesRule(mostUsual())]}
      >
        <InputNumber min={1} precision={0} style={{ width: '100%' }} />
      </Form.Item>
    </FormPage>
  );
}

/** Whether what a list was searched for is still in it. */
const isThere = <T,>(source: FormSource<T | undefined>): source is FormSource<T> =>
  source.first !== undefined && source.now !== undefined;

/** What one queue gives its jobs (spec part 2 §2, /editQueue?id). */
export function QueueEditPage(): ReactNode {
  const { t } = useTranslation('jobs');
  const [search] = useSearchParams();
  useWatchQueues();
  const query = useFormSource(queueList());
  const queueIn = (queues: QueueOption[]): QueueOption | undefined =>
    queues.find(({ id }) => id === search.get('id'));
  const head = (
    <PageHeader>
      <BackLink to={paths.queues}>{t('queues')}</BackLink>
    </PageHeader>
  );
  const gone = (
    <EmptyState
      icon={<BarsOutlined />}
      title={t('queueGone')}
      hint={t('queueGoneHint')}
      action={<LinkButton to={paths.queues}>{t('toQueues')}</LinkButton>}
    />
  );
  return (
    <PageState query={query} head={head}>
      {(queues) => {
        const source = mapSource(queues, queueIn);
        return isThere(source) ? (
          <QueueForm key={source.now.id} source={source} />
        ) : (
          <>
            {head}
            <div className={`card ${styles['gone']}`}>{gone}</div>
          </>
        );
      }}
    </PageState>
  );
}
