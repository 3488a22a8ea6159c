/** The values that are given. Spread over others, they leave those as they are of which nothing was said. */
export const definedOf = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<Values>;
