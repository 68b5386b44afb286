// Prints the samples at the end of a run, and how to repeat them.

import type { TestProject, Vitest } from 'vitest/node'
import { seedVariable } from './sample.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The size of a sample and of the whole. */
    sample?: string
  }
}

/**
 * The global set-up of the project's tests. The function that it returns runs when they have ended.
 */
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
