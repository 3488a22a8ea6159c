/** The measures of the theme, pixels. */
export interface Tokens {
  spaces: Record<string, number>;
  breakPoints: Record<string, number>;
}
export interface StyleFault {
  line: number;
  message: string;
}
export interface ClassUse {
  specifier: string;
  isOpen: boolean;
  used: { name: string; line: number }[];
}
export function judgeCss(source: string, tokens: Tokens): StyleFault[];
export function classesOf(source: string): Set<string>;
export function classUses(source: string): ClassUse[];
