import type { CompiledExpression } from './scope.ts'
import { type CelType, typeParameter } from './cel-type.ts'
import { toCelValue, mapEntriesOf } from './values.ts'
import { evaluateStrictly } from './resumable-evaluation.ts'

/** Wraps an expression so that its values are converted to CEL values at all levels. */
export const convertDeeply = (compiled: CompiledExpression): CompiledExpression => ({
  ...compiled,
  ...evaluateStrictly([compiled], ([value]) => deeply(value, compiled.type)),
})

function deeply(given: unknown, type: CelType): unknown {
  const value = toCelValue(given, type)
  if (type.isMade) return value
  if (Array.isArray(value)) return value.map(item => deeply(item, typeParameter(type)))
  const entries = type.is === 'map' ? mapEntriesOf(value) : undefined
  if (!entries) return value
  return new Map(
    [...entries].map(([key, one]) => [
      deeply(key, typeParameter(type)),
      deeply(one, typeParameter(type, 1)),
    ]),
  )
}
