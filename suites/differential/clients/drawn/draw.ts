// What a generator of commands draws with.

import { createRandom } from '../../../robustness/crash/random.ts'

export type RandomSource = {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number
  pick<Value>(list: readonly Value[]): Value
  /** Whether something happens that happens once in so many times. */
  oneIn(times: number): boolean
  /** A good value or a wrong one; wrong is one value at the most since `begin`. */
  either<Value>(good: readonly Value[], wrong: readonly Value[]): Value
  /**
   * Begins a command. With two faults in it, servers may tell of either, and none is wrong.
   */
  begin(): void
}

/** The same draws for the same seed. */
export function createRandomSource(seed: number): RandomSource {
  const below = createRandom(seed)
  let isWrong = false
  function pick<Value>(list: readonly Value[]): Value {
    if (list.length === 0) throw new Error('expected a list to pick from, got an empty one')
    // The index is one of the list.
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
