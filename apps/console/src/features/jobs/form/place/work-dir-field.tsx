import { FolderOpenOutlined } from '@ant-design/icons';
import { Button, Form, Input, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileSpace } from '../../../../shared/file-browser/file-space.js';
import { homePath, pathFromHome } from '../../../../shared/files/home-path.js';
import { FolderPickerDialog } from '../../../../shared/file-browser/move-copy/folder-picker-dialog.js';
import { fillIn } from '../../../../shared/ui/form/fill-in.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { jobRules } from '../job-form-values.js';

interface WorkDirFieldProps {
  space: FileSpace;
  /** What the space is to the job. */
  kind: 'disk' | 'project' | 'sealed';
}

/** The folder in which the job runs: typed, or chosen in the space. */
export function WorkDirField({ space, kind }: WorkDirFieldProps): ReactNode {
  const { t } = useTranslation('jobs');
  const form = Form.useFormInstance<{ workDir?: string }>();
  const [isPicking, setIsPicking] = useState(false);
  return (
    <Form.Item label={t('workDir')} htmlFor="workDir" extra={t(`workDirHint_${kind}`)}>
      <Space.Compact block>
        <Form.Item name="workDir" noStyle rules={[schemaRule(jobRules.workDir)]}>
          <Input spellCheck={false} autoComplete="off" maxLength={4096} />
        </Form.Item>
        <Button
          icon={<FolderOpenOutlined />}
          aria-label={t('pickWorkDir')}
          title={t('pickWorkDir')}
          onClick={() => setIsPicking(true)}
        />
      </Space.Compact>
      {isPicking && (
        <FolderPickerDialog
          space={space}
          title={t('pickWorkDir')}
          startDir={pathFromHome(form.getFieldValue('workDir')?.trim() || '/')}
          onPick={(dir) => {
            setIsPicking(false);
            fillIn(form, 'workDir', kind === 'disk' ? homePath(dir) : dir);
            void form.validateFields(['workDir']).catch(() => undefined);
          }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </Form.Item>
  );
}
