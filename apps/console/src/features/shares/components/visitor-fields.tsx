import { limits } from '@clusterdesk/contracts';
import { Form, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldPair } from '../../../shared/ui/form/field-pair.js';

/** What people without an account read above a drop box, and how much they may add; named in the form as in `ShareValues`. */
export function VisitorFields(): ReactNode {
  const { t } = useTranslation('shares');
  return (
    <>
      <Form.Item name="visitorTitle" label={t('visitorTitle')} extra={t('visitorTitleHint')}>
        <Input autoComplete="off" maxLength={limits.visitorTitleLength} />
      </Form.Item>
      <FieldPair>
        <Form.Item name="visitorGigabytes" label={t('visitorGigabytes')}>
          <InputNumber
            min={0.01}
            max={limits.visitorMaxBytes / 1024 ** 3}
            precision={2}
            placeholder={t('noLimit')}
            style={{ width: '100%' }}
          />
        </Form.Item>
        <Form.Item name="visitorFiles" label={t('visitorFiles')}>
          <InputNumber
            min={1}
            max={limits.visitorMaxFiles}
            precision={0}
            placeholder={t('noLimit')}
            style={{ width: '100%' }}
          />
        </Form.Item>
      </FieldPair>
    </>
  );
}
