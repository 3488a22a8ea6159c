import { limits, projectDescribe, projectName } from '@clusterdesk/contracts';
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../../shared/ui/form/schema-rule.js';

/** What a project is called and what it is about: fields of the form that makes one and of the form that changes it. */
export function ProjectFields({ isFocused = false }: { isFocused?: boolean }): ReactNode {
  const { t } = useTranslation('projects');
  return (
    <>
      <Form.Item
        name="projectName"
        label={t('name')}
        required
        extra={t('nameHint')}
        rules={[schemaRule(projectName, { empty: t('nameRequired') })]}
      >
        <Input maxLength={limits.projectNameLength} autoFocus={isFocused} />
      </Form.Item>
      <Form.Item
        name="projectDescribe"
        label={t('describe')}
        rules={[schemaRule(projectDescribe.optional())]}
      >
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 4 }}
          maxLength={limits.projectDescribeLength}
          showCount
        />
      </Form.Item>
    </>
  );
}
