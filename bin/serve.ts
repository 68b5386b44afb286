// touchstone serve: the reference server, until a signal ends it.

import { runServe } from '../reference/main.ts'
import type { ServeFlags } from '../reference/main.ts'
import { UsageProblem } from './exit.ts'

/** Resolves when the server answers. What keeps it from starting is a flag, a file or a port. */
export async function serve(flags: ServeFlags): Promise<void> {
  try {
    await runServe(flags)
  } catch (cause) {
    throw new UsageProblem((cause as Error).message, { cause })
  }
}
