/** What a text comes to, or what is wrong with it, as a phrase that begins with "must". */
export type Reading =
  | {
      readonly value: unknown
      /** What of it has no effect. */
      readonly advice?: string
    }
  | { readonly fault: string }

export const isFault = (reading: Reading): reading is { readonly fault: string } =>
  'fault' in reading

/** How values of one type are written on a command line and in a configuration object. */
export type ValueForm = {
  /** What the help calls a value. */
  readonly word: string
  readonly read: (text: string) => Reading
  /** What a flag without a value means; without it the next argument is the value. */
  readonly bare?: string
  /** What several values come to; without it the last one counts. */
  readonly merge?: (values: readonly unknown[]) => unknown
  /** A value of the configuration object as a command line would write it, or undefined where it
   * is of another type. */
  readonly written: (json: unknown) => string | undefined
}

/** A value in a message: quoted, without control characters, and never longer than a line. */
export function quoted(text: string): string {
  const isLong = text.length > 80
  return JSON.stringify(isLong ? `${text.slice(0, 77)}...` : text)
}
