import type { FormInstance } from 'antd';

/**
 * Fills in a field for the user: a folder that was picked, a password that was made. It counts as typed: a draft keeps it, and it is
 * asked about before it is lost.
 */
export function fillIn<Values extends object>(
  form: FormInstance<Values>,
  name: keyof Values & string,
  value: unknown,
): void {
  const field: unknown = { name, value, touched: true, errors: [] };
  form.setFields([field] as Parameters<typeof form.setFields>[0]);
}
