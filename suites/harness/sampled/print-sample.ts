// Prints at the end of a run what was sampled, and how to repeat it.

import type { TestProject, Vitest } from 'vitest/node'
import { seedVariable } from './sample.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What a sample has of how many. */
    sample?: string
  }
}

/** The global set-up of the project's own tests; what it returns runs when they have ended. */
export default function printSample({ vitest, config }: TestProject): () => void {
  return () => {
    const lines = samplesIn(vitest)
    if (lines.length === 0) return
    const repeat = `repeat it with ${seedVariable}=${config.env[seedVariable]}`
    process.stdout.write(`${[`Sampled, not whole; ${repeat}:`, ...lines].join('\n  ')}\n`)
  }
}

const samplesIn = ({ state }: Vitest): string[] =>
  state
    .getTestModules()
    .flatMap(module => [...module.children.allTests()])
    .flatMap(one => one.meta().sample ?? [])
