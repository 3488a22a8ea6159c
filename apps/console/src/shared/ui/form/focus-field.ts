import type { FormInstance } from 'antd';

/**
 * Scrolls to a field and puts the focus into it, its text selected: what was refused is most often written anew.
 * @param name of a field of the form
 */
export function focusField<Values>(form: FormInstance<Values>, name: string): void {
  // antd types the names of the fields by the values, which a refusal of the server does not know.
  type Name = Parameters<typeof form.scrollToField>[0];
  form.scrollToField(name as Name, { block: 'center' });
  const field: { focus?: (options: object) => void } | undefined = form.getFieldInstance(
    name as Name,
  );
  field?.focus?.({ cursor: 'all' });
}
