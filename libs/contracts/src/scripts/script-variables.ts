import { z } from 'zod';
import { limits } from '../limits.js';
import { byteLength, ruleMessage } from '../wire.js';

/** Names that the platform or the account gives a job itself. */
const givenNames = /^(CLUSTERDESK_.*|HOME|USER|LOGNAME|SHELL|PATH|PWD|TMPDIR|LANG)$/;

/** The name of a variable of a script, as shells know it. */
export const variableName = z
  .string()
  .refine(
    (name) => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) && !givenNames.test(name),
    ruleMessage(
      '变量名须以字母或下划线开头，由字母、数字和下划线组成，最多 64 个字符，且不能是平台已使用的名称',
      'the name of a variable begins with a letter or an underscore, has letters, digits and underscores, at most 64, and is not one that the platform sets',
    ),
  );

const variableValue = z
  .string()
  .max(limits.variableMaxLength)
  .refine(
    (value) => !value.includes('\0'),
    ruleMessage('变量的值中有无效字符', 'the value of a variable has an invalid character'),
  );

/** What a job's environment holds besides what the platform sets: values by name. */
export const scriptVariables = z
  .record(variableName, variableValue)
  .refine(
    (values) =>
      Object.keys(values).length <= limits.variablesMax &&
      byteLength(JSON.stringify(values)) <= limits.variablesMaxBytes,
    ruleMessage('变量过多或过长', 'there are too many variables, or they are too long'),
  );
export type ScriptVariables = z.infer<typeof scriptVariables>;

/** How the form asks for a parameter. `switch`: `1` or nothing. */
export const parameterKinds = ['text', 'number', 'choice', 'switch'] as const;
export type ParameterKind = (typeof parameterKinds)[number];

/** A parameter of a saved script: the form asks for it, and the script finds it in the variable `name`. */
export const scriptParameter = z
  .object({
    name: variableName,
    /** What the form calls it; empty: its name. */
    label: z.string().trim().max(100).default(''),
    kind: z.enum(parameterKinds).default('text'),
    /** What it is where the person says nothing. */
    default: variableValue.default(''),
    /** Of a `choice`: what can be chosen. */
    choices: z.array(variableValue.min(1)).max(100).default([]),
    isRequired: z.boolean().default(false),
  })
  .refine(
    ({ kind, choices, default: value }) =>
      kind !== 'choice' || (choices.length > 0 && (value === '' || choices.includes(value))),
    ruleMessage(
      '选择类参数至少需要一个选项，默认值须为其中之一',
      'a choice has at least one option, and its default is one of them',
    ),
  );
export type ScriptParameter = z.infer<typeof scriptParameter>;
