// The shared test of every storage engine.

import { describe, expect, it } from 'vitest'
import { modelTests } from './contract-model.ts'
import { readTests } from './contract-reads.ts'
import type { ContractTest, OpenStore } from './contract-test.ts'
import { watchTests } from './contract-watches.ts'
import { writeTests } from './contract-writes.ts'

/** A storage engine that the contract test runs on. */
export type ContractEngine = {
  name: string
  /** Opens an empty store. The tests close every store that they open. */
  open: OpenStore
  /** The tests that this engine does not pass, by title, each with the reason. */
  skip: { test: string; because: string }[]
}

const topics: Record<string, ContractTest[]> = {
  writes: writeTests,
  reads: readTests,
  watches: watchTests,
  models: modelTests,
}

/** Registers the contract as tests of one engine. */
export function storeContract({ name, open, skip }: ContractEngine) {
  describe(`${name} keeps the storage contract`, () => {
    for (const [topic, tests] of Object.entries(topics)) {
      describe(topic, () => {
        for (const { title, run } of tests) {
          const skipped = skip.find(({ test }) => test === title)
          if (skipped === undefined) it(title, () => run(open))
          else it.skip(`${title} (${skipped.because})`, () => {})
        }
      })
    }

    it('skips only tests that exist', () => {
      const titles = Object.values(topics).flatMap(tests => tests.map(({ title }) => title))
      expect(titles).toEqual(expect.arrayContaining(skip.map(({ test }) => test)))
    })
  })
}
