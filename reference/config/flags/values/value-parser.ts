/** What a text comes to, or what is wrong with it, as a phrase that begins with "must". */
export type ParseResult =
  | {
      readonly value: unknown
      /** What of it has no effect. */
      readonly advice?: string
    }
  | { readonly fault: string }

export const isFault = (reading: ParseResult): reading is { readonly fault: string } =>
  'fault' in reading

/** How values of one type are written on a command line and in a configuration object. */
export type ValueParser = {
  /** What the help calls a value. */
  readonly word: string
  readonly read: (text: string) => ParseResult
  /** What a flag without a value means; without it the next argument is the value. */
  readonly bare?: string
  /** What several values come to; without it the last one applies. */
  readonly merge?: (values: readonly unknown[]) => unknown
  /** What a value of the configuration object comes to; undefined where it is of another type. */
  readonly readJson: (json: unknown) => ParseResult | undefined
}

/** A form whose values are one text in a configuration too, or are written as one. */
export const textParser = (
  form: Omit<ValueParser, 'readJson'>,
  textOf: (json: unknown) => string | undefined = ofString,
): ValueParser => ({
  ...form,
  readJson: json => {
    const text = textOf(json)
    return text === undefined ? undefined : form.read(text)
  },
})

const ofString = (json: unknown): string | undefined =>
  typeof json === 'string' ? json : undefined

export const numberText = (json: unknown): string | undefined =>
  Number.isInteger(json) || typeof json === 'bigint' ? String(json) : undefined
