import { endpoints } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../../shared/paths.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { FormDialog } from '../../../../shared/ui/form/form-dialog.js';
import { parseLink } from './parse-link.js';

interface RedeemValues {
  link: string;
  code: string;
}

interface RedeemDialogProps {
  /** The id of a link that came without its code. */
  id?: string;
  onClose: () => void;
}

/** Opens a link that somebody sent: the whole text is pasted, link and code are found in it. */
export function RedeemDialog({ id, onClose }: RedeemDialogProps): ReactNode {
  const { t } = useTranslation(['receivedShares', 'common']);
  const navigate = useNavigate();
  const [form] = Form.useForm<RedeemValues>();
  const { submit } = useAction(endpoints.shares.redeem, {
    invalidates: [endpoints.shares.page, endpoints.shares.detail],
  });
  const takeCode = (text: string): void => {
    const { code } = parseLink(text);
    if (code !== null) {
      form.setFieldsValue({ code });
    }
  };
  return (
    <FormDialog<RedeemValues, string>
      form={form}
      title={t('redeemTitle')}
      okText={t('redeemOpen')}
      mainField="link"
      initialValues={{ link: id, code: '' }}
      onSubmit={async ({ link, code }) => {
        const share = await submit({ id: parseLink(link).id ?? '', password: code.trim() });
        return share.id;
      }}
      onDone={(shareId) => void navigate(paths.receivedShare(shareId))}
      onClose={onClose}
    >
      <Form.Item
        name="link"
        label={t('redeemLink')}
        required
        extra={t('redeemHint')}
        rules={[
          {
            validator: (_, text: string | undefined) =>
              parseLink(text ?? '').id === null
                ? Promise.reject(new Error(t('redeemNoLink')))
                : Promise.resolve(),
            validateTrigger: 'onSubmit',
          },
        ]}
      >
        <Input.TextArea
          autoFocus={id === undefined}
          autoSize={{ minRows: 3, maxRows: 6 }}
          maxLength={2000}
          onChange={({ target }) => takeCode(target.value)}
        />
      </Form.Item>
      <Form.Item
        name="code"
        label={t('redeemCode')}
        rules={[{ required: true, whitespace: true, message: t('redeemNoCode') }]}
      >
        <Input autoFocus={id !== undefined} maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  );
}
