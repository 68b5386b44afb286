// The actions of loops for each item, and their results.

import type { Budget } from './overloads.ts'
import type { CompiledExpression, Frame, EvaluationSteps } from './scope.ts'
import { CelCompileError, type Expression } from './expression.ts'
import { typeText } from './cel-type.ts'
import { CelRuntimeError, mapEntriesOf } from './values.ts'

/** The costs and results of one kind of loop, such as `all` or `map`. */
export type LoopKind = {
  readonly makes: 'truth' | 'list' | 'map' | 'merged'
  /**
   * The steps before the first item, for each item, and after the last, in addition to the body.
   */
  readonly costs: readonly [first: number, each: number, last: number]
  /** How many expressions may follow the variables. */
  readonly bodies: readonly number[]
}

type Action = {
  /** Processes an item. Returns true if no further items are needed. */
  readonly take: (frame: Frame, budget: Budget, places: readonly number[]) => EvaluationSteps
  readonly result: () => unknown
}

/** Returns a function that creates the action of a loop for each run. @throws CelCompileError */
export function loopActionOf(
  name: string,
  { makes }: LoopKind,
  bodies: readonly CompiledExpression[],
  given: readonly Expression[],
): () => Action {
  const [first, second] = bodies
  if (!first) throw new CelCompileError(`${name} takes an expression`, 0)
  const isJudged = makes === 'truth' || name === 'filter' || second !== undefined
  if (isJudged) mustBeTruth(first, given[0]?.offset ?? 0)
  if (name === 'all' || name === 'exists') return () => quantified(name === 'exists', first)
  if (makes === 'truth') return () => onlyOne(first)
  const result = name === 'filter' ? undefined : (second ?? first)
  return () => collected(makes, isJudged ? first : undefined, result)
}

function mustBeTruth({ type }: CompiledExpression, offset: number): void {
  if (type.is === 'bool' || type.is === 'dyn') return
  throw new CelCompileError(`expected type 'bool' but found '${typeText(type)}'`, offset)
}

/** Evaluates a condition. @throws CelRuntimeError if it is neither true nor false */
function* holds(
  condition: CompiledExpression,
  frame: Frame,
  budget: Budget,
): Generator<undefined, boolean> {
  const value = condition.walk ? yield* condition.walk(frame, budget) : condition.run(frame, budget)
  if (typeof value === 'boolean') return value
  throw new CelRuntimeError('no such overload')
}

function onlyOne(condition: CompiledExpression): Action {
  let count = 0
  return {
    *take(frame, budget) {
      count += (yield* holds(condition, frame, budget)) ? 1 : 0
      return false
    },
    result: () => count === 1,
  }
}

/** Evaluates `all` and `exists`. One decisive item is enough, even if others fail. */
function quantified(decisive: boolean, condition: CompiledExpression): Action {
  let isDecided = false
  let failure: unknown
  return {
    *take(frame, budget) {
      try {
        isDecided = (yield* holds(condition, frame, budget)) === decisive
      } catch (error) {
        // An exceeded step limit is not ignored.
        if (!(error instanceof CelRuntimeError) || error.message.startsWith('operation cancelled'))
          throw error
        failure ??= error
      }
      return isDecided
    },
    result: () => {
      if (failure && !isDecided) throw failure
      return isDecided === decisive
    },
  }
}

/**
 * Collects the results for the items that satisfy a condition. Without an expression, the items
 * themselves are collected.
 */
function collected(
  makes: LoopKind['makes'],
  condition: CompiledExpression | undefined,
  made: CompiledExpression | undefined,
): Action {
  const found: [key: unknown, value: unknown][] = []
  return {
    *take(frame, budget, [place = 0]) {
      const item = frame[place]
      if (condition && !(yield* holds(condition, frame, budget))) return false
      const value = made?.walk ? yield* made.walk(frame, budget) : made?.run(frame, budget)
      found.push([item, made ? value : item])
      return false
    },
    result: () => {
      if (makes === 'list') return found.map(([, value]) => value)
      if (makes === 'map') return inserted(found)
      return inserted(found.flatMap(([, value]) => [...(mapEntriesOf(value) ?? [])]))
    },
  }
}

/** Builds a map with unique keys. @throws CelRuntimeError */
function inserted(entries: readonly (readonly unknown[])[]): ReadonlyMap<unknown, unknown> {
  const made = new Map<unknown, unknown>()
  for (const [key, value] of entries) {
    if (made.has(key)) throw new CelRuntimeError(`insert failed: key ${String(key)} already exists`)
    made.set(key, value)
  }
  return made
}
