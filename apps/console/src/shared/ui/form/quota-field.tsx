import type { UseQueryOptions } from '@tanstack/react-query';
import { Form, InputNumber, Progress } from 'antd';
import type { ReactNode } from 'react';
import { nearlyFullPercent } from '../../lib/format/format.js';
import { gigabytesOf, quotaBytesOf } from '../../lib/format/gigabytes.js';
import { PageState } from '../state/page-state.js';
import { FormDialog } from './form-dialog.js';
import { mapSource, useFormSource } from './source/use-form-source.js';

interface QuotaFieldProps {
  label: string;
  hint: string;
  /** What an empty field means. */
  none: string;
}

/** A quota in gigabytes; empty: none. Its name in the form is `quota`. */
export const QuotaField = ({ label, hint, none }: QuotaFieldProps): ReactNode => (
  <Form.Item name="quota" label={label} extra={hint}>
    <InputNumber
      autoFocus
      min={0}
      max={8_000_000}
      precision={2}
      style={{ width: '100%' }}
      placeholder={none}
    />
  </Form.Item>
);

interface QuotaDialogProps<Usage> extends QuotaFieldProps {
  title: string;
  /** What is used of which quota. */
  usage: Pick<UseQueryOptions<Usage>, 'queryKey' | 'queryFn'>;
  /** Says what is used. */
  head?: (usage: Usage) => ReactNode;
  onSubmit: (quotaBytes: number | null) => Promise<unknown>;
  onClose: () => void;
}

/** Sets a quota, or lifts it. */
export function QuotaDialog<Usage extends { quotaBytes: number | null }>(
  props: QuotaDialogProps<Usage>,
): ReactNode {
  const { title, usage, head, onSubmit, onClose, ...field } = props;
  const [form] = Form.useForm<{ quota: number | null }>();
  const query = useFormSource<Usage>(usage);
  return (
    <FormDialog<{ quota: number | null }, unknown>
      form={form}
      title={title}
      mainField="quota"
      source={
        query.data &&
        mapSource(query.data, ({ quotaBytes }) => ({
          quota: quotaBytes === null ? null : gigabytesOf(quotaBytes),
        }))
      }
      canSubmit={query.data !== undefined}
      head={
        (head ?? !query.data) && (
          <PageState query={query} isInCard>
            {({ now }) => head?.(now)}
          </PageState>
        )
      }
      onSubmit={({ quota }) => onSubmit(quotaBytesOf(quota))}
      onClose={onClose}
    >
      <QuotaField {...field} />
    </FormDialog>
  );
}

/** How much of a quota is used. */
export const QuotaUsed = ({ percent, label }: { percent: number; label: string }): ReactNode => (
  <Progress
    percent={percent}
    format={(value) => `${value ?? 0}%`}
    status={percent >= nearlyFullPercent ? 'exception' : 'normal'}
    aria-label={label}
  />
);
