import {
  desktopUrlOf,
  endpoints,
  isHostAddress,
  limits,
  type DesktopNode,
} from '@clusterdesk/contracts';
import { Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { paths } from '../../../shared/paths.js';
import { useIsAdministrator } from '../../../shared/users/use-is-administrator.js';
import { LinkButton } from '../../../shared/ui/action/link-button.js';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { mapSource, type FormSource } from '../../../shared/ui/form/source/use-form-source.js';
import { optionalSchemaRule, schemaRule } from '../../../shared/ui/form/schema-rule.js';
import { NodeEditPage, NodeForm, type MadeNode } from '../components/node-edit-page.js';
import { nothing } from '../components/nothing.js';
import { desktopKind } from '../node-kind.js';

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
  onMade: (made: MadeNode) => void;
}

function DesktopForm({ source, onMade }: DesktopFormProps): ReactNode {
  const { t } = useTranslation(['nodes', 'common']);
  const desktop = source?.now;
  const [form] = Form.useForm<Values>();
  const isAdministrator = useIsAdministrator();
  const { submit } = useAction(endpoints.desktops.add, {
    invalidates: desktopKind.shownBy,
    ...(desktop && { done: t('saved') }),
  });
  return (
    <NodeForm
      kind={desktopKind}
      form={form}
      node={desktop ?? null}
      source={
        source &&
        mapSource(source, (values): Values => ({
          ...values,
          desktopPort: String(values.desktopPort),
        }))
      }
      initialValues={{ desktopPort: String(limits.desktopPort) }}
      schemas={{
        name: fields.desktopName,
        lanIp: fields.lanIp,
        description: fields.desktopDescribe,
      }}
      save={(values, changed) => {
        const { desktopPort, ...sent } = desktop ? changed : values;
        return submit({
          ...sent,
          ...(desktopPort !== undefined && { desktopPort: Number(desktopPort) }),
          ...(desktop && { id: desktop.id }),
        });
      }}
      onMade={onMade}
    >
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
    </NodeForm>
  );
}

/** Adds a desktop node, or edits that of `?id=` (spec part 2 §2, /editDesktopDot). */
export function DesktopEditPage(): ReactNode {
  const { t } = useTranslation('nodes');
  return (
    <NodeEditPage
      kind={desktopKind}
      form={(source, onMade) => (
        <DesktopForm key={source?.now.id ?? 'new'} source={source} onMade={onMade} />
      )}
      next={({ id, name }) => (
        <LinkButton to={paths.desktopUsers(id, name)}>{t('assignUsers')}</LinkButton>
      )}
    />
  );
}
