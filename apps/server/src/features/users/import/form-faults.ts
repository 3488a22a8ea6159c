import type { ImportFault, Language, LocalizedText } from '@clusterdesk/contracts';
import { DomainError } from '../../../platform/http/domain-error.js';
import { formColumns, type FormField } from './import-form.js';

/** Why one cell of a form can't be taken; `row` is the number that the spreadsheet program shows. */
export interface FormFault {
  row: number;
  userName: string;
  column: FormField;
  /** Stable, as the codes of refusals. */
  code: string;
  text: LocalizedText;
}

/** A parameter of `/user/info/add` that is wrong; the role's name stands for its id. */
export function parameterFault(
  place: { row: number; userName: string },
  field: string,
  text: LocalizedText,
): FormFault {
  const wanted = field === 'roleId' ? 'roleName' : field;
  const column = formColumns.find((known) => known.field === wanted)?.field ?? 'userName';
  return { ...place, column, code: 'INPUT_INVALID', text };
}

/** A refusal of the platform's own. */
export function refusalFault(
  place: { row: number; userName: string },
  refusal: DomainError,
  column: FormField,
): FormFault {
  return { ...place, column, code: refusal.code, text: refusal.sentence };
}

/** What `check` refuses; what fails otherwise is no fault of the form. */
export function refusalOf(check: () => unknown): DomainError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof DomainError) {
      return error;
    }
    throw error;
  }
}

/** The same in one language. */
export function toWireFaults(faults: readonly FormFault[], language: Language): ImportFault[] {
  return faults.map(({ text, ...fault }) => ({ ...fault, text: text[language] }));
}

/** One sentence for each wrong row, with the names of its columns. */
export function toWireRows(
  faults: readonly FormFault[],
  language: Language,
): { row: number; reason: string }[] {
  const reasons = new Map<number, string[]>();
  for (const { row, column, text } of faults) {
    const name = formColumns.find(({ field }) => field === column)?.[language] ?? column;
    const reason =
      language === 'cn' ? `${name}：${text.cn}` : `${name}: ${text.en.replace(/\.$/, '')}`;
    reasons.set(row, [...(reasons.get(row) ?? []), reason]);
  }
  return [...reasons].map(([row, list]) => ({
    row,
    reason: list.join(language === 'cn' ? '；' : '; '),
  }));
}
