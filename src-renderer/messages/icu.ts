import { IntlMessageFormat } from 'intl-messageformat'

/** What a text can be filled with. A boolean selects among texts, a number is written as the language does. */
export type MessageValue = string | number | boolean

/** A text in the ICU message format, read or not read yet. */
export type MessagePattern = ConstructorParameters<typeof IntlMessageFormat>[0]

/** A text with values. Called with the named values, it returns the text. */
export interface Message<Values extends object> {
  (values: Values): string
  readonly pattern: MessagePattern
}

/** Makes the function with which the files of a language write their texts with values. */
export function icuOf(language: string) {
  return <Values extends Readonly<Record<keyof Values, MessageValue>>>(
    pattern: MessagePattern,
  ): Message<Values> => {
    // Read at the first use: at start only a few texts are shown.
    let format: IntlMessageFormat | null = null
    const message = (values: Values) => {
      format ??= new IntlMessageFormat(pattern, language)
      return String(format.format(values))
    }
    return Object.assign(message, { pattern })
  }
}
