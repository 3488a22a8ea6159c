import type { ScriptParameter, ScriptVariables } from '@clusterdesk/contracts';

/** A variable of a job, as a row of the form. */
export interface NamedValue {
  name: string;
  value: string;
}

/** The values that the form begins with. */
export const defaultsOf = (parameters: readonly ScriptParameter[]): Record<string, string> =>
  Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default]));

/** What the form calls a parameter. */
export const labelOf = ({ label, name }: Pick<ScriptParameter, 'label' | 'name'>): string =>
  label || name;

/** Variables as rows of the form, by name. */
export const rowsOf = (variables: ScriptVariables): NamedValue[] =>
  Object.entries(variables)
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => a.name.localeCompare(b.name));

interface Given {
  parameters?: readonly ScriptParameter[];
  /** By the names of parameters. */
  parameterValues?: Readonly<Record<string, string>>;
  variables?: readonly NamedValue[];
}

/** What the job finds in its environment: a value for each parameter, an empty one too, and the rows that are filled in. */
export function variablesOf({
  parameters = [],
  parameterValues = {},
  variables = [],
}: Given): ScriptVariables {
  return Object.fromEntries([
    ...parameters.map(({ name, default: value }) => [name, parameterValues[name] ?? value]),
    ...variables
      .filter(({ name, value }) => name !== '' || value !== '')
      .map(({ name, value }) => [name, value]),
  ]) as ScriptVariables;
}
