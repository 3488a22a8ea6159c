import { PlusOutlined } from '@ant-design/icons';
import { Button, Form, Select, Space } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  withoutChanges,
  type FileEntry,
  type FileSpace,
} from '../../../../shared/file-browser/file-space.js';
import { FolderPickerDialog } from '../../../../shared/file-browser/move-copy/folder-picker-dialog.js';
import { fillIn } from '../../../../shared/ui/form/fill-in.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { jobRules, type JobFormValues } from '../job-form-values.js';

interface InputsFieldProps {
  /** The project. */
  space: FileSpace;
  isSealed: boolean;
  /** Whether a file can be given. */
  fits: (file: FileEntry) => boolean;
}

/** What of a project the job is given: typed, or chosen there; nothing chosen is all that it may have. */
export function InputsField({ space, isSealed, fits }: InputsFieldProps): ReactNode {
  const { t } = useTranslation('jobs');
  const form = Form.useFormInstance<JobFormValues>();
  const [isPicking, setIsPicking] = useState(false);
  const add = (path: string): void => {
    setIsPicking(false);
    fillIn(form, 'inputs', [...new Set([...form.getFieldValue('inputs'), path])]);
    void form.validateFields(['inputs']).catch(() => undefined);
  };
  const all = t(isSealed ? 'inputsAllViewed' : 'inputsAllDownloadable');
  return (
    <Form.Item label={t('inputs')} htmlFor="inputs" extra={t('inputsHint', { all })}>
      <Space.Compact block>
        <Form.Item name="inputs" noStyle rules={[schemaRule(jobRules.inputs)]}>
          <Select<string[]> mode="tags" open={false} suffixIcon={null} placeholder={all} />
        </Form.Item>
        <Button
          icon={<PlusOutlined />}
          aria-label={t('pickInput')}
          title={t('pickInput')}
          onClick={() => setIsPicking(true)}
        />
      </Space.Compact>
      {isPicking && (
        <FolderPickerDialog
          space={withoutChanges(space)}
          title={t('pickInput')}
          problemOf={(dir) => (dir === '/' ? t('pickInputInside') : null)}
          onPick={add}
          files={{ fits, onPick: ({ path }) => add(path) }}
          onClose={() => setIsPicking(false)}
        />
      )}
    </Form.Item>
  );
}
