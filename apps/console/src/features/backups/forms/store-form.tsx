import { endpoints, type BackupStoreView } from '@clusterdesk/contracts';
import { Button, Checkbox, Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../shared/ui/action/use-action.js';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';
import { FormDialog } from '../../../shared/ui/form/form-dialog.js';
import { optionalSchemaRule, schemaRule } from '../../../shared/ui/form/schema-rule.js';
import {
  mapSource,
  useFormSource,
  type FormSource,
} from '../../../shared/ui/form/source/use-form-source.js';
import { backupStore } from '../api/backup-queries.js';

const { saveStore, store: storeCall, testStore } = endpoints.backupStores;
const rules = saveStore.input.shape;

type Values = BackupStoreView & { secret?: string };

const newStore: Omit<Values, 'secret'> = {
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  copiesManual: false,
};

/** The form of the object store; its secret is written, never shown. */
export function StoreForm({ onClose }: { onClose: () => void }): ReactNode {
  const { data } = useFormSource(backupStore());
  return data ? (
    <StoreDialog
      source={mapSource(data, (store) => store ?? newStore)}
      isNew={data.first === null}
      onClose={onClose}
    />
  ) : null;
}

interface StoreDialogProps {
  source: FormSource<Values>;
  isNew: boolean;
  onClose: () => void;
}

function StoreDialog({ source, isNew, onClose }: StoreDialogProps): ReactNode {
  const { t } = useTranslation(['backups', 'common']);
  const [form] = Form.useForm<Values>();
  const saving = useAction(saveStore, { invalidates: [storeCall], done: t('common:saved') });
  const testing = useAction(testStore, { done: t('storeWorks') });
  const test = async (): Promise<void> => {
    const values = await form.validateFields().catch(() => null);
    if (values) {
      await testing.act(written(values));
    }
  };
  return (
    <FormDialog<Values, unknown>
      form={form}
      title={t('store')}
      source={source}
      head={t('storeHint')}
      onSubmit={(values, changed) => saving.submit(written(isNew ? values : changed))}
      onClose={onClose}
    >
      <Form.Item
        name="endpoint"
        label={t('endpoint')}
        required
        rules={[schemaRule(rules.endpoint.unwrap(), { empty: t('common:fieldRequired') })]}
      >
        <Input placeholder="https://s3.example.org" autoComplete="off" />
      </Form.Item>
      <FieldPair>
        <Form.Item
          name="bucket"
          label={t('bucket')}
          required
          rules={[schemaRule(rules.bucket.unwrap())]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name="region" label={t('region')} rules={[optionalSchemaRule(rules.region)]}>
          <Input placeholder="us-east-1" autoComplete="off" />
        </Form.Item>
      </FieldPair>
      <Form.Item
        name="prefix"
        label={t('prefix')}
        extra={t('prefixHint')}
        rules={[optionalSchemaRule(rules.prefix)]}
      >
        <Input placeholder="clusterdesk/" autoComplete="off" />
      </Form.Item>
      <FieldPair>
        <Form.Item
          name="accessKeyId"
          label={t('accessKeyId')}
          required
          rules={[schemaRule(rules.accessKeyId.unwrap())]}
        >
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="secret"
          label={t('secret')}
          required={isNew}
          extra={isNew ? undefined : t('secretHint')}
          rules={[isNew ? schemaRule(rules.secret.unwrap()) : optionalSchemaRule(rules.secret)]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </FieldPair>
      <Form.Item name="copiesManual" valuePropName="checked">
        <Checkbox>{t('copiesManual')}</Checkbox>
      </Form.Item>
      <Button loading={testing.isBusy} onClick={() => void test()}>
        {t('test')}
      </Button>
    </FormDialog>
  );
}

/** What is sent: an empty secret is none that was written. */
const written = ({ secret, ...fields }: Partial<Values>): Partial<Values> => ({
  ...fields,
  ...(secret ? { secret } : {}),
});
