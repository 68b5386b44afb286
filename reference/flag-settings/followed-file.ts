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
  text: first,
  parse,
  metric,
}: {
  readonly path: string
  readonly readText: ReadText
  /** The text of the file, if it has been read. */
  readonly text?: string
  /** @throws Error that says what is wrong about a text, or rejects with it */
  readonly parse: (text: string) => Value | Promise<Value>
  readonly metric?: string
}): Promise<Changing<Value> & FollowedFile> {
  let text = first ?? (await readText(path))
  let value = await parse(text)
  let lastFault: string | undefined
  let reloads = { success: 0, failure: 0 }
  const listeners = new Set<() => void>()

  /** Returns a fault when it is new. */
  function faultOf(problem: unknown): string | undefined {
    const reason = problem instanceof Error ? problem.message : String(problem)
    const fault = `${path}: the old content stays: ${reason}`
    if (fault === lastFault) return undefined
    lastFault = fault
    reloads = { ...reloads, failure: reloads.failure + 1 }
    return fault
  }

  return {
    ...(metric !== undefined && { metric }),
    reloads: () => reloads,
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
        value = await parse(found)
        text = found
        lastFault = undefined
        reloads = { ...reloads, success: reloads.success + 1 }
      } catch (problem) {
        return faultOf(problem)
      }
      for (const act of listeners) act()
      return undefined
    },
  }
}
