import { Button, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { DatePicker } from '../../shared/ui/form/date-picker.js';
import { FieldPair } from '../../shared/ui/form/field-pair.js';
import { FormDialog } from '../../shared/ui/form/form-dialog.js';
import { FormPage } from '../../shared/ui/form/form-page.js';
import { QuotaField } from '../../shared/ui/form/quota-field.js';
import { Specimen } from './specimen.js';

interface Values {
  name: string;
}

const name = (
  <Form.Item name="name" label="Name" required rules={[{ required: true }]}>
    <Input />
  </Form.Item>
);

function DialogWithForm({ onClose }: { onClose: () => void }): ReactNode {
  const [form] = Form.useForm<Values>();
  return (
    <FormDialog<Values>
      form={form}
      title="Title"
      mainField="name"
      onSubmit={async () => undefined}
      onClose={onClose}
    >
      {name}
    </FormDialog>
  );
}

/** What is filled in. */
export function FormSpecimens(): ReactNode {
  const [form] = Form.useForm<Values>();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Specimen of="FormPage, FieldPair, DatePicker, QuotaField">
        <FormPage<Values>
          form={form}
          title="Title"
          hint="Hint"
          backTo="/components"
          backLabel="Back"
          onSubmit={async () => undefined}
        >
          {name}
          <FieldPair>
            <Form.Item label="From">
              <DatePicker />
            </Form.Item>
            <Form.Item label="To" validateStatus="error" help="Please choose the end date">
              <DatePicker />
            </Form.Item>
          </FieldPair>
          <QuotaField label="Quota (GB)" hint="Leave empty for no limit." none="Unlimited" />
        </FormPage>
      </Specimen>
      <Specimen of="FormDialog">
        <Button onClick={() => setIsOpen(true)}>FormDialog</Button>
        {isOpen && <DialogWithForm onClose={() => setIsOpen(false)} />}
      </Specimen>
    </>
  );
}
