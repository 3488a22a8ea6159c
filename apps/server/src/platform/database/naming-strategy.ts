import { DefaultNamingStrategy } from 'typeorm';

/** Columns are the snake_case form of their properties, so that entities need not spell them. */
export class SnakeCaseNamingStrategy extends DefaultNamingStrategy {
  override columnName(
    propertyName: string,
    customName: string | undefined,
    embeddedPrefixes: string[],
  ): string {
    return [...embeddedPrefixes, customName ?? propertyName].map(toSnakeCase).join('_');
  }
}

/** `sizeBytes` becomes `size_bytes`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
}
