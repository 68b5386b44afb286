// Reads a file, and reads it again while the server runs.

import type { Changing } from '../api/changing.ts'
import type { FollowedFile } from '../api/followed-file.ts'

/** Returns the text of a file. Rejects if it cannot be read. */
export type ReadText = (path: string) => Promise<string>

/**
 * Reads a file, which can be checked for changes.
 * @throws the error of `parse`, or that the file cannot be read
 */
export async function followFile<Value>({
  path,
  readText,
  parse,
}: {
  readonly path: string
  readonly readText: ReadText
  /** @throws Error that says what is wrong about a text */
  readonly parse: (text: string) => Value
}): Promise<Changing<Value> & FollowedFile> {
  let text = await readText(path)
  let value = parse(text)
  let lastFault: string | undefined
  const listeners = new Set<() => void>()

  /** Returns a fault when it is new. */
  function faultOf(problem: unknown): string | undefined {
    const reason = problem instanceof Error ? problem.message : String(problem)
    const fault = `${path}: the old content stays: ${reason}`
    if (fault === lastFault) return undefined
    lastFault = fault
    return fault
  }

  return {
    current: () => value,
    onChange: act => {
      listeners.add(act)
      return () => void listeners.delete(act)
    },
    check: async () => {
      try {
        const found = await readText(path)
        if (found === text) {
          lastFault = undefined
          return undefined
        }
        value = parse(found)
        text = found
        lastFault = undefined
      } catch (problem) {
        return faultOf(problem)
      }
      for (const act of listeners) act()
      return undefined
    },
  }
}
