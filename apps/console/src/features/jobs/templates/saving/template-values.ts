import type { ScriptParameter } from '@clusterdesk/contracts';

/** What the dialog of a template holds. */
export interface TemplateValues {
  templateName: string;
  /** Whether it takes the place of the one that the job began with. */
  isReplacing?: boolean;
  parameters?: ScriptParameter[];
  /** Ids; absent where the user cannot share with any. */
  queues?: string[];
  projects?: string[];
}

/** A parameter that is only begun. */
export const newParameter: ScriptParameter = {
  name: '',
  label: '',
  kind: 'text',
  default: '',
  choices: [],
  isRequired: false,
};

/** Parameters as they are sent: what a kind does not have goes. */
export const toParameters = (rows: readonly ScriptParameter[] = []): ScriptParameter[] =>
  rows.map((row) => ({
    ...newParameter,
    ...row,
    label: row.label?.trim() ?? '',
    choices: row.kind === 'choice' ? row.choices : [],
    isRequired: row.kind !== 'switch' && row.isRequired,
  }));

/** Whether a default still makes sense under a kind. */
export const fitsKind = ({ kind, choices, default: value }: ScriptParameter): boolean =>
  value === '' ||
  kind === 'text' ||
  (kind === 'number' && Number.isFinite(Number(value))) ||
  (kind === 'choice' && choices.includes(value)) ||
  (kind === 'switch' && value === '1');
