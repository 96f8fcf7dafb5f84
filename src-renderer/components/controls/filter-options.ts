/** Options of a FilterSelect: the one that filters nothing, then the values. */
export function filterOptions<T extends string>(
  any: string,
  values: readonly T[],
  texts: Readonly<Record<T, string>>,
): readonly { readonly value: string; readonly text: string }[] {
  return [{ value: '', text: any }, ...values.map((value) => ({ value, text: texts[value] }))]
}
