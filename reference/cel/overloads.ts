import { type CelType, splitTypeList, parseType } from './cel-type.ts'

/** What a running expression may use up. */
export type Budget = {
  /** Counts steps. @throws CelRuntimeError when none are left */
  readonly spend: (steps: number) => void
  /** Whether it is time to let others run; never unless set. */
  readonly isDue?: () => boolean
}

export type Overload = {
  readonly name: string
  /** Whether it is called on its first argument. */
  readonly isMember: boolean
  readonly takes: readonly CelType[]
  readonly gives: CelType
  readonly run: (args: readonly unknown[], budget: Budget) => unknown
}

/**
 * Functions by what they take and give: `string.startsWith(string) bool` is called on a text,
 * `size(string) int` is not, and the first part of `sets::contains(list(A), list(A)) bool` belongs
 * to its name.
 */
export const defineOverloads = (rows: {
  readonly [signature: string]: Overload['run']
}): readonly Overload[] => Object.entries(rows).map(([signature, run]) => overload(signature, run))

function overload(signature: string, run: Overload['run']): Overload {
  const [, receiver, name = '', inner = '', gives = ''] =
    /^(?:([a-zA-Z_]+(?:\([^.]*\))?)\.)?([^\s(]+)\((.*)\)\s+(\S.*)$/.exec(signature) ?? []
  if (name === '') throw new Error(`${signature}: expected a signature`)
  const takes = splitTypeList(inner).map(parseType)
  return {
    name: name.replace('::', '.'),
    isMember: receiver !== undefined,
    takes: receiver === undefined ? takes : [parseType(receiver), ...takes],
    gives: parseType(gives),
    run,
  }
}
