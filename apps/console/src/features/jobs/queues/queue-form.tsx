import {
  endpoints,
  jobMinutes,
  limits,
  queueNetworks,
  type QueueInfo,
} from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, InputNumber, Radio, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { schemaRule, type FieldRule } from '../../../shared/ui/form/schema-rule.js';
import { mapSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { personWithAccount } from '../../../shared/users/person-name.js';
import { queriesOfQueues } from '../api/job-queries.js';
import { computeNodes, projectsNamed, usersNamed } from './queue-choices.js';
import { withField } from '../api/with-field.js';
import { BackendFields } from './backend-fields.js';
import { HostField } from './hosts/host-field.js';
import { hostRule } from './hosts/host-rule.js';
import { NamedSelect } from './named-select.js';
import {
  asNewQueue,
  changesFor,
  fieldOfCode,
  newQueue,
  valuesOf,
  type QueueValues,
} from './queue-values.js';
import styles from './queues.module.css';

const rules = endpoints.jobs.queueAdd.input.shape;

/** The most minutes that the default may be: the longest time as it was typed, whatever that is. */
function mostDefault(longest: unknown): number {
  const parsed = jobMinutes.safeParse(longest);
  return parsed.success ? parsed.data : limits.jobMaxMinutes;
}

/** The form of a queue; `source` null: a new one. */
export function QueueForm({ source }: { source: FormSource<QueueInfo> | null }): ReactNode {
  const { t } = useTranslation(['queues', 'jobs', 'common']);
  const [form] = Form.useForm<QueueValues>();
  const values = source && mapSource(source, valuesOf);
  const queue = source?.now;
  const isSlurm =
    (Form.useWatch('backend', form) ?? values?.now.backend ?? newQueue.backend) === 'slurm';
  const nodes = useQuery(computeNodes());
  useWatch({ topic: 'nodes', kind: 'compute' });
  const saving = useAction(endpoints.jobs.queueAdd, {
    invalidates: queriesOfQueues,
    done: queue ? t('saved') : t('added'),
  });
  const save = async (filled: QueueValues, changed: Partial<QueueValues>): Promise<string> => {
    try {
      await saving.submit(
        queue && values ? { id: queue.id, ...changesFor(values.now, changed) } : asNewQueue(filled),
      );
    } catch (error) {
      throw withField<QueueValues>(error, fieldOfCode);
    }
    return paths.queues;
  };
  const minutesRule = (most: number): FieldRule => {
    const words = t('minutesRule', { count: most });
    return schemaRule(jobMinutes.max(most), { empty: words, wrong: words });
  };
  return (
    <FormPage<QueueValues>
      form={form}
      title={queue ? t('editQueue', { name: queue.queueName }) : t('addQueue')}
      hint={queue ? t('editHint') : t('addHint')}
      backTo={paths.queues}
      backLabel={t('title')}
      width="columns"
      source={values}
      initialValues={newQueue}
      submitLabel={queue ? undefined : t('common:add')}
      onSubmit={save}
    >
      <Form.Item
        name="queueName"
        label={t('name')}
        required
        extra={t('nameHint')}
        rules={[schemaRule(rules.queueName, { empty: t('nameRequired') })]}
      >
        <Input maxLength={limits.nodeNameLength} autoComplete="off" autoFocus={!queue} />
      </Form.Item>
      <BackendFields now={values?.now.backend ?? newQueue.backend} isSlurm={isSlurm} />
      {!isSlurm && (
        <Form.Item
          name="calculations"
          label={t('hosts')}
          required
          extra={t('hostsHint')}
          rules={[hostRule(nodes.data ?? [], values?.now.calculations ?? [])]}
        >
          <HostField query={nodes} />
        </Form.Item>
      )}
      <Form.Item
        name="isOpenToEveryone"
        label={t('openToEveryone')}
        valuePropName="checked"
        extra={t('openHint')}
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="projects"
        label={t('projects')}
        extra={t('projectsHint')}
        rules={[schemaRule(rules.projects)]}
      >
        <NamedSelect
          find={projectsNamed}
          named={({ id, projectName }) => ({ id, name: projectName })}
          placeholder={t('chooseProjects')}
          none={t('noProjectMatch')}
          notLoaded={t('projectsNotLoaded')}
        />
      </Form.Item>
      <Form.Item name="userInfos" label={t('users')} rules={[schemaRule(rules.userInfos)]}>
        <NamedSelect
          find={usersNamed}
          named={(user) => ({ id: user.id, name: personWithAccount(user) })}
          placeholder={t('chooseUsers')}
          none={t('noUserMatch')}
          notLoaded={t('usersNotLoaded')}
        />
      </Form.Item>
      {!isSlurm && (
        <Form.Item name="network" label={t('network')} required rules={[schemaRule(rules.network)]}>
          <Radio.Group className={styles['choices'] ?? ''}>
            {queueNetworks.map((network) => (
              <Radio key={network} value={network}>
                {t(`jobs:network_${network}`)}
                <small>{t(`jobs:networkHint_${network}`)}</small>
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
      )}
      <FieldPair>
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
          rules={[() => minutesRule(mostDefault(form.getFieldValue('maxMinutes')))]}
        >
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </FieldPair>
    </FormPage>
  );
}
