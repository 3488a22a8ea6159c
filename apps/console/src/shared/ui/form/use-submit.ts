import { useMutation } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useRef } from 'react';
import { messageOf } from '../../api/api-error.js';
import { focusField } from './focus-field.js';
import { fieldErrors } from './form-errors.js';

/** Thrown by a form's work where somebody, asked back, decides not to send it after all. */
export class NotSent extends Error {}

interface Submit<Values> {
  submit: (values: Values) => Promise<void>;
  isBusy: boolean;
  /** A refusal that is about no field of the form. */
  problem: string | null;
}

/**
 * Sends a form, once at a time. A refusal stands beside its field, which gets the focus.
 * @param lastResort the field that takes the refusals that are about none; without it they are the `problem`
 */
export function useSubmit<Values extends object>(
  form: FormInstance<Values>,
  send: (values: Values) => Promise<void>,
  lastResort?: string,
): Submit<Values> {
  const underWay = useRef(false);
  const { mutateAsync, isPending, error } = useMutation({
    // Without a network it fails at once and says so, where TanStack would wait in silence.
    networkMode: 'always',
    mutationFn: send,
  });
  const fieldsOf = (refusal: unknown): { name: string; errors: string[] }[] => {
    if (refusal instanceof NotSent) {
      return [];
    }
    const fields = fieldErrors(refusal, Object.keys(form.getFieldsValue()));
    return fields.length === 0 && lastResort !== undefined
      ? [{ name: lastResort, errors: [messageOf(refusal)] }]
      : fields;
  };
  const submit = async (values: Values): Promise<void> => {
    if (underWay.current) {
      return;
    }
    underWay.current = true;
    try {
      await mutateAsync(values);
    } catch (refusal) {
      const fields = fieldsOf(refusal);
      const [first] = fields;
      if (first) {
        form.setFields(fields as Parameters<typeof form.setFields>[0]);
        focusField(form, first.name);
      }
    } finally {
      underWay.current = false;
    }
  };
  const problem =
    error !== null && !(error instanceof NotSent) && fieldsOf(error).length === 0
      ? messageOf(error)
      : null;
  return { submit, isBusy: isPending, problem };
}
