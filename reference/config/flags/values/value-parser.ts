/** The value of a text, or its fault, as a phrase that begins with "must". */
export type ParseResult =
  | {
      readonly value: unknown
      /** A note on a part that has no effect. */
      readonly advice?: string
    }
  | { readonly fault: string }

export const isFault = (reading: ParseResult): reading is { readonly fault: string } =>
  'fault' in reading

/** Parses the values of one type on a command line and in a configuration object. */
export type ValueParser = {
  /** The placeholder for a value in the help. */
  readonly word: string
  readonly read: (text: string) => ParseResult
  /** The value of a flag without a text. If absent, the next argument is the value. */
  readonly bare?: string
  /** Merges the values of a repeated flag. If absent, the last one applies. */
  readonly merge?: (values: readonly unknown[]) => unknown
  /** Parses a value of the configuration object. Returns undefined for the wrong type. */
  readonly readJson: (json: unknown) => ParseResult | undefined
}

/** Returns a parser whose configuration values are converted to a text and read like flags. */
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
