// The definitions that there are, and the types that they make. Whoever asks for the types gets the
// same list until one of them changes.

import type { Dialect } from '../api/dialect.ts'
import type { ApiObject } from '../api/object.ts'
import type { Defined } from '../api/defined.ts'
import type { Resource } from '../api/resource.ts'
import { writeJson } from '../codecs/json.ts'
import { type Definition, definitionOf, isTrue } from './definition.ts'
import { definer } from './definer.ts'
import { type CustomTypes, typesOf } from './types.ts'

/** A definition as it was seen last. */
export type Known = {
  readonly object: ApiObject
  readonly definition: Definition
  readonly types: CustomTypes
  /** What the types are made of. */
  readonly form: string
  readonly isServed: boolean
}

/** The definitions by name, and how to change what is known of them. */
export type Definitions = {
  readonly known: ReadonlyMap<string, Known>
  set(object: ApiObject): Known
  remove(name: string): void
}

/** The types that clients define; none at first. */
export function definedTypes(dialect: Dialect): Defined {
  const known = new Map<string, Known>()
  let types: readonly Resource[] = []
  const told = new Set<() => void>()
  let tell: () => void = () => {}
  const isReady = new Promise<void>(resolve => (tell = resolve))
  const update = () => {
    types = [...known.values()].filter(({ isServed }) => isServed).flatMap(one => one.types.served)
    for (const one of told) one()
  }
  const all: Definitions = {
    known,
    set(object) {
      const name = object.metadata.name ?? ''
      const before = known.get(name)
      const next = knownAs(object, before, dialect)
      known.set(name, next)
      if (next.types !== before?.types || next.isServed !== before.isServed) update()
      return next
    },
    remove(name) {
      if (known.delete(name)) update()
    },
  }
  return {
    types: () => types,
    changed(one) {
      told.add(one)
      return () => told.delete(one)
    },
    ready: () => isReady,
    follow: at => definer(all, at, tell),
  }
}

function knownAs(object: ApiObject, before: Known | undefined, dialect: Dialect): Known {
  const { spec, status, metadata } = object
  const isServed = isTrue(status, 'NamesAccepted') || isTrue(status, 'Established')
  const definition = definitionOf(object)
  const { accepted, isTerminating } = definition
  const form = writeJson([metadata.uid, spec, accepted, isTerminating]).toString()
  const types = before?.form === form ? before.types : typesOf(definition, dialect)
  return { object, definition, types, form, isServed }
}
