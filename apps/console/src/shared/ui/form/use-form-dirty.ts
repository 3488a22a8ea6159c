import type { FormInstance } from 'antd';
import { useCallback, useEffect, useMemo, useRef } from 'react';

/** What is filled in; an emptied field is as good as one that never was filled. */
const textOf = (values: unknown): string =>
  JSON.stringify(values, (_, value: unknown) =>
    value === '' || value === null ? undefined : value,
  );

interface FormDirty {
  isDirty: () => boolean;
  /** What stands there now is saved. */
  markSaved: () => void;
}

/** Whether somebody changed a form since it was opened or saved; what the page itself filled in is no change. */
export function useFormDirty<Values>(form: FormInstance<Values>): FormDirty {
  const saved = useRef('');
  const markSaved = useCallback(() => {
    saved.current = textOf(form.getFieldsValue());
  }, [form]);
  useEffect(markSaved, [markSaved]);
  const isDirty = useCallback(
    () => form.isFieldsTouched() && textOf(form.getFieldsValue()) !== saved.current,
    [form],
  );
  return useMemo(() => ({ isDirty, markSaved }), [isDirty, markSaved]);
}
