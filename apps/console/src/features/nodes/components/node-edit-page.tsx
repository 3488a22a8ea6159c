import { limits, type Enrolment } from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { useWatch } from '../../../shared/live/connection/live-provider.js';
import { FailureNote } from '../../../shared/ui/state/failure-note.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { FormPage } from '../../../shared/ui/form/form-page.js';
import { optionalSchemaRule, schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { useFormSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { PageHeading } from '../../../shared/ui/layout/page-heading.js';
import type { AnyNode, NodeKind } from '../node-kind.js';
import { EnrolmentPanel } from './enrolment-panel.js';
import { NodeFormState, NodePageHead } from './node-page-state.js';
import styles from './nodes.module.css';

/** A node that was just added. */
export interface MadeNode {
  id: string;
  name: string;
  enrolment: Enrolment;
}

interface NodeFormProps<
  Values extends Named,
  Named extends object,
  Node extends Named & AnyNode,
> extends Pick<ComponentProps<typeof FormPage<Values>>, 'form' | 'source' | 'initialValues'> {
  kind: NodeKind<Named, Node>;
  /** Null: a new one. */
  node: Node | null;
  schemas: Readonly<Record<'name' | 'lanIp' | 'description', z.ZodType>>;
  /** What else holds of a name. */
  nameRules?: ComponentProps<typeof Form.Item>['rules'];
  nameHint?: string;
  /** Saves it, and answers how a new one enrols. */
  save: (
    values: Values,
    changed: Partial<Values>,
  ) => Promise<{ id: string; enrolment: Enrolment | null }>;
  onMade: (made: MadeNode) => void;
  /** The fields between LAN address and description. */
  children?: ReactNode;
}

/** The form of a node: what both kinds have. */
export function NodeForm<Values extends Named, Named extends object, Node extends Named & AnyNode>({
  kind,
  node,
  schemas,
  nameRules = [],
  nameHint,
  save,
  onMade,
  children,
  ...form
}: NodeFormProps<Values, Named, Node>): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  return (
    <FormPage<Values>
      {...form}
      title={node ? t(`edit_${kind.id}`, { name: kind.nameOf(node) }) : t(`add_${kind.id}`)}
      hint={!node && t('addHint')}
      backTo={kind.paths.list}
      backLabel={t(`list_${kind.id}`)}
      width="columns"
      submitLabel={node ? undefined : t('common:add')}
      onSubmit={async (values, changed) => {
        const { id, enrolment } = await save(values, changed);
        if (enrolment === null) {
          return kind.paths.list;
        }
        onMade({ id, name: kind.nameOf(values).trim(), enrolment });
      }}
    >
      <Form.Item
        name={kind.fields.name}
        label={t(`name_${kind.id}`)}
        required
        extra={nameHint}
        rules={[schemaRule(schemas.name, { empty: t(`nameRequired_${kind.id}`) }), ...nameRules]}
      >
        <Input maxLength={limits.nodeNameLength} autoComplete="off" autoFocus={!node} />
      </Form.Item>
      <Form.Item
        name="lanIp"
        label={t('lanIp')}
        required
        rules={[schemaRule(schemas.lanIp, { empty: t('lanRequired') })]}
      >
        <Input placeholder="192.168.1.10" autoComplete="off" inputMode="decimal" />
      </Form.Item>
      {children}
      <Form.Item
        name={kind.fields.description}
        label={t('description')}
        rules={[optionalSchemaRule(schemas.description)]}
      >
        <Input.TextArea rows={3} showCount maxLength={limits.nodeDescriptionLength} />
      </Form.Item>
    </FormPage>
  );
}

interface NodeEditPageProps<Named, Node extends Named & AnyNode> {
  kind: NodeKind<Named, Node>;
  form: (source: FormSource<Node> | null, onMade: (made: MadeNode) => void) => ReactNode;
  /** What to do next with one that was added. */
  next?: (made: MadeNode) => ReactNode;
}

/** After a node was added: what to do on its host, and word of its agent's arrival. */
function CreatedNode<Named, Node extends Named & AnyNode>({
  kind,
  made,
  next,
}: Omit<NodeEditPageProps<Named, Node>, 'form'> & { made: MadeNode }): ReactNode {
  const { t } = useTranslation('nodes');
  const query = useQuery<Node>(kind.info(made.id));
  const { data } = query;
  return (
    <>
      <NodePageHead kind={kind} />
      <div className={`card ${styles['made']}`}>
        <PageHeading>{t('made', { name: made.name })}</PageHeading>
        <FailureNote query={query} />
        <EnrolmentPanel
          enrolment={made.enrolment}
          isConnected={data?.agent.state === 'connected'}
          hostname={data?.agent.hostname ?? null}
        />
        <div className={styles['buttons']}>
          <LinkButton type="primary" to={kind.paths.list}>
            {t('toList')}
          </LinkButton>
          {data && next?.(made)}
        </div>
      </div>
    </>
  );
}

/** Adds a node, or edits that of `?id=`; one that was added shows its enrolment command. */
export function NodeEditPage<Named, Node extends Named & AnyNode>({
  form,
  ...page
}: NodeEditPageProps<Named, Node>): ReactNode {
  const { kind } = page;
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const [made, setMade] = useState<MadeNode | null>(null);
  useWatch({ topic: 'nodes', kind: kind.id });
  const query = useFormSource<Node>({ ...kind.info(id), enabled: id !== '' });
  if (made) {
    return <CreatedNode {...page} made={made} />;
  }
  return id === '' ? (
    form(null, setMade)
  ) : (
    <NodeFormState query={query} kind={kind}>
      {(source) => form(source, setMade)}
    </NodeFormState>
  );
}
