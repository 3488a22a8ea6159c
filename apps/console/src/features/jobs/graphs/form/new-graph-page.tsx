import { PlusOutlined } from '@ant-design/icons';
import {
  endpoints,
  findGraphFault,
  graphFaultMessage,
  limits,
  type GraphLink,
} from '@clusterdesk/contracts';
import { Button, Form, Input } from 'antd';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileSpace } from '../../../../shared/file-browser/file-space.js';
import { currentLanguage } from '../../../../shared/i18n/i18n.js';
import { paths } from '../../../../shared/paths.js';
import { useAction } from '../../../../shared/ui/action/use-action.js';
import { FormPage } from '../../../../shared/ui/form/form-page.js';
import { schemaRule } from '../../../../shared/ui/form/schema-rule.js';
import { queriesOfJobs } from '../../api/job-queries.js';
import { withField } from '../../api/with-field.js';
import { jobRules } from '../../form/job-form-values.js';
import { QueueField } from '../../form/queue-field.js';
import { WorkDirField } from '../../form/place/work-dir-field.js';
import { GraphDrawing } from '../graph-drawing.js';
import { queriesOfGraphs } from '../graph-queries.js';
import styles from '../graphs.module.css';
import {
  linksOf,
  newGraph,
  nextStep,
  toGraphInput,
  type GraphFormValues,
  type StepValues,
} from './graph-form-values.js';
import { StepFields } from './step-fields.js';

/** Why these steps are no graph, in the language in use; null: they are one. */
function faultOf(steps: readonly Partial<StepValues>[]): string | null {
  const fault = findGraphFault(linksOf(steps));
  return fault && graphFaultMessage(fault).params[currentLanguage()];
}

/** The graph as it is being typed. @param initial what it shows until the form knows its values, so that nothing below moves */
function Preview({ initial }: { initial: StepValues[] }): ReactNode {
  const { t } = useTranslation('graphs');
  const form = Form.useFormInstance<GraphFormValues>();
  const typed: StepValues[] = Form.useWatch('steps', form) ?? initial;
  const steps = useDeferredValue(typed);
  const links = useMemo(
    () => [
      ...new Map(linksOf(steps).map((link): [string, GraphLink] => [link.key, link])).values(),
    ],
    [steps],
  );
  return (
    <div className={styles['preview']}>
      <GraphDrawing label={t('preview')} steps={links}>
        {({ key }, isCircular) => (
          <div className={styles['node']} data-state={isCircular ? 'bad' : undefined}>
            <div className={styles['nodeHead']}>
              <span className={styles['key']} title={key}>
                {key}
              </span>
            </div>
          </div>
        )}
      </GraphDrawing>
      <Form.ErrorList errors={[faultOf(steps)].filter((fault) => fault !== null)} />
    </div>
  );
}

/** The form of a new graph. @param space where its steps work */
export function NewGraphPage({ space }: { space: FileSpace }): ReactNode {
  const { t } = useTranslation(['graphs', 'jobs']);
  const [form] = Form.useForm<GraphFormValues>();
  const [initialValues] = useState(newGraph);
  const run = useAction(endpoints.jobs.graphRun, {
    invalidates: [...queriesOfGraphs, ...queriesOfJobs],
    done: t('submitted'),
  });
  const submit = async (values: GraphFormValues): Promise<string> => {
    try {
      const { graphId } = await run.submit(toGraphInput(values));
      return paths.graph(graphId);
    } catch (error) {
      throw withField<GraphFormValues>(error, { JOB_QUEUE_NOT_FOUND: 'queueName' });
    }
  };
  return (
    <FormPage<GraphFormValues>
      form={form}
      title={t('newGraph')}
      hint={t('formHint')}
      backTo={paths.graphs}
      backLabel={t('title')}
      initialValues={initialValues}
      submitLabel={t('submit')}
      onSubmit={submit}
      width="whole"
    >
      <div className={styles['fields']}>
        <Form.Item
          name="graphName"
          label={t('graphName')}
          required
          rules={[schemaRule(jobRules.jobName, { empty: t('nameRequired') })]}
        >
          <Input autoFocus maxLength={64} spellCheck={false} autoComplete="off" />
        </Form.Item>
        <QueueField />
        <WorkDirField space={space} kind="disk" />
      </div>
      <Preview initial={initialValues.steps} />
      <Form.List
        name="steps"
        rules={[
          {
            validator: async (_, steps: StepValues[]) => {
              const fault = faultOf(steps);
              if (fault !== null) {
                throw new Error(fault);
              }
            },
          },
        ]}
      >
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <StepFields
                key={key}
                at={name}
                onRemove={rows.length > 2 ? () => remove(name) : undefined}
              />
            ))}
            <Button
              icon={<PlusOutlined />}
              disabled={rows.length >= limits.graphStepsMax}
              onClick={() => add(nextStep(form.getFieldValue('steps') as StepValues[]))}
            >
              {t('addStep')}
            </Button>
          </>
        )}
      </Form.List>
    </FormPage>
  );
}
