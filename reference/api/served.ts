import type { Parts } from './parts.ts'
import type { Resource } from './resource.ts'

/** Every type that is served now: those built in, and those that somebody has defined since. */
export const typesServed = ({ resources, defined }: Served): readonly Resource[] => {
  const more = defined.types()
  return more.length === 0 ? resources : [...resources, ...more]
}

export type Served = Pick<Parts, 'resources' | 'defined'>
