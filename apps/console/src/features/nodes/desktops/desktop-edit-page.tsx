import {
  desktopUrlOf,
  endpoints,
  isHostAddress,
  limits,
  type DesktopNode,
  type Enrolment,
} from '@clusterdesk/contracts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../../shared/paths.js';
import { useIsAdministrator } from '../../../shared/users/use-is-administrator.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
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
import { nothing } from '../components/nothing.js';
import { useWatchDesktops } from '../node-live.js';
import { desktopInfo, queriesOfDesktops } from '../node-queries.js';

interface Values {
  desktopName: string;
  lanIp: string;
  wanIp: string;
  /** As it was typed: a wrong one stays and is refused. */
  desktopPort: string;
  https?: boolean;
  /** Not in the form of who may not set it. */
  allowFiles?: boolean;
  desktopDescribe: string;
}

const fields = endpoints.desktops.add.input.shape;
const portText = z
  .string()
  .trim()
  .regex(/^\d+$/)
  .transform(Number)
  .refine((port) => fields.desktopPort.safeParse(port).success);

/** The address that follows from WAN address and port, as they stand in the form. */
function DerivedUrl(): ReactNode {
  const { t } = useTranslation('nodes');
  const wanIp = Form.useWatch<string | undefined>('wanIp')?.trim() ?? '';
  const port = portText.safeParse(Form.useWatch<string | undefined>('desktopPort')).data;
  return (
    <Form.Item label={t('url')} extra={t('urlHint')}>
      <Input
        readOnly
        aria-label={t('url')}
        value={isHostAddress(wanIp) && port !== undefined ? desktopUrlOf(wanIp, port) : nothing}
      />
    </Form.Item>
  );
}

/** Whether browsers open it encrypted, with a warning where they do not. */
function HttpsField(): ReactNode {
  const { t } = useTranslation('nodes');
  const isOn = Form.useWatch<boolean | undefined>('https') === true;
  return (
    <Form.Item
      name="https"
      valuePropName="checked"
      extra={isOn ? undefined : <span role="note">{t('httpsOff')}</span>}
    >
      <Checkbox>{t('https')}</Checkbox>
    </Form.Item>
  );
}

interface DesktopFormProps {
  /** Null: a new one. */
  source: FormSource<DesktopNode> | null;
  onMade: (made: CreatedNodeInfo) => void;
}

function DesktopForm({ source, onMade }: DesktopFormProps): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const desktop = source?.now;
  const [form] = Form.useForm<Values>();
  const isAdministrator = useIsAdministrator();
  const { submit } = useAction(endpoints.desktops.add, {
    invalidates: queriesOfDesktops,
    ...(desktop && { done: t('saved') }),
  });
  const save = async (values: Values, changed: Partial<Values>): Promise<string | void> => {
    const { desktopName, lanIp } = values;
    const { desktopPort, ...sent } = desktop ? changed : values;
    const { id, enrolment } = await submit({
      // The call asks for these two in any case: as they hold now.
      ...{ desktopName, lanIp },
      ...sent,
      ...(desktopPort !== undefined && { desktopPort: Number(desktopPort) }),
      ...(desktop && { id: desktop.id }),
    });
    if (enrolment === null) {
      return paths.desktops;
    }
    onMade({ id, name: values.desktopName.trim(), enrolment });
  };
  return (
    <FormPage<Values>
      form={form}
      title={desktop ? t('editDesktop', { name: desktop.desktopName }) : t('addDesktop')}
      {...(!desktop && { hint: t('addDesktopHint') })}
      backTo={paths.desktops}
      backLabel={t('desktops')}
      submitLabel={desktop ? undefined : t('common:add')}
      source={
        source &&
        mapSource(source, (values) => ({ ...values, desktopPort: String(values.desktopPort) }))
      }
      initialValues={{ desktopPort: String(limits.desktopPort) }}
      onSubmit={save}
    >
      <Form.Item
        name="desktopName"
        label={t('desktopName')}
        required
        rules={[schemaRule(fields.desktopName, { empty: t('nameRequired') })]}
      >
        <Input maxLength={limits.nodeNameLength} autoComplete="off" autoFocus={!desktop} />
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
        name="wanIp"
        label={t('wanIp')}
        extra={t('wanHint')}
        rules={[optionalSchemaRule(fields.wanIp)]}
      >
        <Input placeholder="desk.example.org" autoComplete="off" maxLength={255} />
      </Form.Item>
      <Form.Item
        name="desktopPort"
        label={t('port')}
        required
        rules={[schemaRule(portText, { empty: t('portRequired'), wrong: t('portWrong') })]}
      >
        <Input autoComplete="off" inputMode="numeric" />
      </Form.Item>
      <DerivedUrl />
      <HttpsField />
      {isAdministrator && (
        <Form.Item name="allowFiles" valuePropName="checked" extra={t('allowFilesHint')}>
          <Checkbox>{t('allowFiles')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item
        name="desktopDescribe"
        label={t('description')}
        rules={[optionalSchemaRule(fields.desktopDescribe)]}
      >
        <Input.TextArea rows={3} showCount maxLength={limits.nodeDescriptionLength} />
      </Form.Item>
    </FormPage>
  );
}

interface CreatedNodeInfo {
  id: string;
  name: string;
  enrolment: Enrolment;
}

/** A desktop that was just added: its enrolment command, and whether its agent came. */
function CreatedDesktop({ made }: { made: CreatedNodeInfo }): ReactNode {
  const { t } = useTranslation('nodes');
  const { data } = useQuery(desktopInfo(made.id));
  return (
    <CreatedNode
      name={made.name}
      enrolment={made.enrolment}
      agent={data?.agent}
      list={{ path: paths.desktops, label: t('desktops') }}
    >
      {data && (
        <LinkButton to={paths.desktopUsers(made.id, made.name)}>{t('assignUsers')}</LinkButton>
      )}
    </CreatedNode>
  );
}

/** Adds a desktop node, or edits that of `?id=` (spec part 2 §2, /editDesktopDot). */
export function DesktopEditPage(): ReactNode {
  const { t } = useTranslation('nodes');
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const [made, setMade] = useState<CreatedNodeInfo | null>(null);
  useWatchDesktops();
  const query = useFormSource({ ...desktopInfo(id), enabled: id !== '' });
  if (made) {
    return <CreatedDesktop made={made} />;
  }
  if (id === '') {
    return <DesktopForm key="new" source={null} onMade={setMade} />;
  }
  return (
    <NodeFormState query={query} list={{ path: paths.desktops, label: t('desktops') }}>
      {(source) => <DesktopForm key={id} source={source} onMade={setMade} />}
    </NodeFormState>
  );
}
