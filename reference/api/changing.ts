/** A value that may change while the server runs, such as the content of a file. */
export type Changing<Value> = {
  readonly current: () => Value
  /** Calls `act` after each change, until the returned function is called. */
  readonly onChange: (act: () => void) => () => void
}

/** Returns a value that never changes. */
export const constant = <Value>(value: Value): Changing<Value> => ({
  current: () => value,
  onChange: () => () => undefined,
})
