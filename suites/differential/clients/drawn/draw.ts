// A seeded random source for the generators of commands and requests.

import { createRandom } from '../../../robustness/crash/random.ts'

export type RandomSource = {
  /** Returns an integer from 0 to `bound - 1`. */
  below(bound: number): number
  pick<Value>(list: readonly Value[]): Value
  /** Returns true with the probability 1 / `times`. */
  oneIn(times: number): boolean
  /** Picks a valid value or an invalid one, with at most one invalid value since `begin`. */
  either<Value>(good: readonly Value[], wrong: readonly Value[]): Value
  /**
   * Begins a command. A command has at most one fault: of two faults, servers may report either.
   */
  begin(): void
}

/** Returns a source that draws the same values for the same seed. */
export function createRandomSource(seed: number): RandomSource {
  const below = createRandom(seed)
  let isWrong = false
  function pick<Value>(list: readonly Value[]): Value {
    if (list.length === 0) throw new Error('expected a list to pick from, got an empty one')
    // `below` returns a valid index.
    return list[below(list.length)] as Value
  }
  return {
    below,
    pick,
    oneIn: times => below(times) === 0,
    either(good, wrong) {
      const turnsWrong = below(3) === 0 && !isWrong && wrong.length > 0
      if (turnsWrong) isWrong = true
      return pick(turnsWrong ? wrong : good)
    },
    begin() {
      isWrong = false
    },
  }
}
