import { type CelType, splitTypeList, parseType } from './cel-type.ts'

/** The resources that a running expression may use. */
export type Budget = {
  /** Counts steps. @throws CelRuntimeError if none are left */
  readonly spend: (steps: number) => void
  /** Whether it is time to let other work run. If absent, never. */
  readonly isDue?: () => boolean
}

/** One implementation of a function, for arguments of certain types. */
export type Overload = {
  readonly name: string
  /** Whether it is called as a method of its first argument. */
  readonly isMember: boolean
  readonly takes: readonly CelType[]
  readonly gives: CelType
  readonly run: (args: readonly unknown[], budget: Budget) => unknown
}

/**
 * Defines functions by their signatures. `string.startsWith(string) bool` is a method of a string,
 * `size(string) int` is a global function, and in `sets::contains(list(A), list(A)) bool` the
 * prefix is part of the name.
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
