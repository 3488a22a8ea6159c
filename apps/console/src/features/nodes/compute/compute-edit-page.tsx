import { endpoints, type ComputeNode } from '@clusterdesk/contracts';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../../shared/api/api-error.js';
import { call } from '../../../shared/api/call.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { mapSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { NodeEditPage, NodeForm, type MadeNode } from '../components/node-edit-page.js';
import { computeKind } from '../node-kind.js';

type Values = Pick<ComputeNode, 'calculationName' | 'lanIp' | 'calculationDescribe'>;

const fields = endpoints.calculations.add.input.shape;

interface ComputeFormProps {
  /** Null: a new one. */
  source: FormSource<ComputeNode> | null;
  onMade: (made: MadeNode) => void;
}

function ComputeForm({ source, onMade }: ComputeFormProps): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const node = source?.now;
  const [form] = Form.useForm<Values>();
  const { submit } = useAction(endpoints.calculations.add, {
    invalidates: computeKind.shownBy,
    ...(node && { done: t('saved') }),
  });
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
  return (
    <NodeForm
      kind={computeKind}
      form={form}
      node={node ?? null}
      source={source && mapSource(source, (values): Values => values)}
      schemas={{
        name: fields.calculationName,
        lanIp: fields.lanIp,
        description: fields.calculationDescribe,
      }}
      nameHint={t('hostNameHint')}
      nameRules={[{ validator: lookUp, validateTrigger: 'onBlur' }]}
      save={(values, changed) => submit(node ? { id: node.id, ...changed } : values)}
      onMade={onMade}
    />
  );
}

/** Adds a compute node, or edits that of `?id=` (spec part 2 §2, /editCalculateDot). */
export const ComputeEditPage = (): ReactNode => (
  <NodeEditPage
    kind={computeKind}
    form={(source, onMade) => (
      <ComputeForm key={source?.now.id ?? 'new'} source={source} onMade={onMade} />
    )}
  />
);
