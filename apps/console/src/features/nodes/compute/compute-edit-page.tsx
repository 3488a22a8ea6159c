import { endpoints, limits, type ComputeNode, type Enrolment } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { paths } from '../../../shared/paths.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { optionalSchemaRule, schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { CreatedNode } from '../components/created-node.js';
import { NodeFormState } from '../components/node-page-state.js';
import { useWatchComputeNodes } from '../node-live.js';
import { computeNodeInfo, queriesOfComputeNodes } from '../node-queries.js';

interface Values {
  calculationName: string;
  lanIp: string;
  calculationDescribe: string;
}

interface CreatedNodeInfo {
  id: string;
  name: string;
  enrolment: Enrolment;
}

const fields = endpoints.calculations.add.input.shape;

interface ComputeFormProps {
  /** Null: a new one. */
  source: FormSource<ComputeNode> | null;
  onMade: (made: CreatedNodeInfo) => void;
}

function ComputeForm({ source, onMade }: ComputeFormProps): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const node = source?.now;
  const [form] = Form.useForm<Values>();
  const { submit } = useAction(endpoints.calculations.add, {
    invalidates: queriesOfComputeNodes,
    ...(node && { done: t('saved') }),
  });
  const nameRule = schemaRule(fields.calculationName, { empty: t('hostNameRequired') });
  /** Whether the platform would take the name; what keeps us from asking is no fault of the name. */
  const lookUp = async (_: unknown, value: unknown): Promise<void> => {
    if (typeof value !== 'string' || !fields.calculationName.safeParse(value).success) {
      return;
    }
    try {
      await call(endpoints.calculations.findName, {
        calculationName: value,
        ...(node && { id: node.id }),
      });
    } catch (error) {
      throw new Error(messageOf(error), { cause: error });
    }
  };
  const save = async (values: Values, changed: Partial<Values>): Promise<string | void> => {
    const { calculationName, lanIp } = values;
    const { id, enrolment } = await submit({
      // The call asks for these two in any case: as they hold now.
      ...{ calculationName, lanIp },
      ...(node ? { id: node.id, ...changed } : values),
    });
    if (enrolment === null) {
      return paths.computeNodes;
    }
    onMade({ id, name: values.calculationName.trim(), enrolment });
  };
  return (
    <FormPage<Values>
      form={form}
      title={node ? t('editHost', { name: node.calculationName }) : t('addHost')}
      {...(!node && { hint: t('addHostHint') })}
      backTo={paths.computeNodes}
      backLabel={t('hosts')}
      submitLabel={node ? undefined : t('common:add')}
      source={source && mapSource(source, (values) => values)}
      onSubmit={save}
    >
      <Form.Item
        name="calculationName"
        label={t('hostName')}
        required
        extra={t('hostNameHint')}
        rules={[nameRule, { validator: lookUp, validateTrigger: 'onBlur' }]}
      >
        <Input maxLength={limits.nodeNameLength} autoComplete="off" autoFocus={!node} />
      </Form.Item>
      <Form.Item
        name="lanIp"
        label={t('lanIp')}
        required
        rules={[schemaRule(fields.lanIp, { empty: t('lanRequired') })]}
      >
        <Input placeholder="192.168.1.10" autoComplete="off" inputMode="decimal" />
      </Form.Item>
      <Form.Item
        name="calculationDescribe"
        label={t('description')}
        rules={[optionalSchemaRule(fields.calculationDescribe)]}
      >
        <Input.TextArea rows={3} showCount maxLength={limits.nodeDescriptionLength} />
      </Form.Item>
    </FormPage>
  );
}

/** A compute node that was just added: its enrolment command, and whether its agent came. */
function CreatedComputeNode({ made }: { made: CreatedNodeInfo }): ReactNode {
  const { t } = useTranslation('nodes');
  const { data } = useQuery(computeNodeInfo(made.id));
  return (
    <CreatedNode
      name={made.name}
      enrolment={made.enrolment}
      agent={data?.agent}
      list={{ path: paths.computeNodes, label: t('hosts') }}
    />
  );
}

/** Adds a compute node, or edits that of `?id=` (spec part 2 §2, /editCalculateDot). */
export function ComputeEditPage(): ReactNode {
  const { t } = useTranslation('nodes');
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const [made, setMade] = useState<CreatedNodeInfo | null>(null);
  useWatchComputeNodes();
  const query = useFormSource({ ...computeNodeInfo(id), enabled: id !== '' });
  if (made) {
    return <CreatedComputeNode made={made} />;
  }
  if (id === '') {
    return <ComputeForm key="new" source={null} onMade={setMade} />;
  }
  return (
    <NodeFormState query={query} list={{ path: paths.computeNodes, label: t('hosts') }}>
      {(source) => <ComputeForm key={id} source={source} onMade={setMade} />}
    </NodeFormState>
  );
}
