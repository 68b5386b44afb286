import type { Compiled } from './scope.ts'
import { type CelType, part } from './types.ts'
import { converted, entriesOf } from './values.ts'
import { strictly } from './walks.ts'

/** What gives its values with all that is in them as their types say. */
export const inFull = (compiled: Compiled): Compiled => ({
  ...compiled,
  ...strictly([compiled], ([value]) => deeply(value, compiled.type)),
})

function deeply(given: unknown, type: CelType): unknown {
  const value = converted(given, type)
  if (type.isMade) return value
  if (Array.isArray(value)) return value.map(item => deeply(item, part(type)))
  const entries = type.is === 'map' ? entriesOf(value) : undefined
  if (!entries) return value
  return new Map(
    [...entries].map(([key, one]) => [deeply(key, part(type)), deeply(one, part(type, 1))]),
  )
}
