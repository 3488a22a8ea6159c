import { limits } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Why somebody decides as they do, which is told to who applied. @param rows how many lines it has before it is written in */
export function ReasonField({ rows }: { rows: number }): ReactNode {
  const { t } = useTranslation('approvals');
  return (
    <Form.Item name="reason" label={t('reasonOptional')}>
      <Input.TextArea
        autoSize={{ minRows: rows, maxRows: 6 }}
        maxLength={limits.approvalReasonLength}
        showCount={rows > 1}
      />
    </Form.Item>
  );
}
