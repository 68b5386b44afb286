// The known definitions and the types that they define. The list of types is the same object until
// a type changes.

import type { Dialect } from '../api/dialect.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import {
  readDefinition,
  isConditionTrue,
  type DefinitionVersion,
  readVersions,
} from './custom-type-definition.ts'
import { crdController } from './crd-controller.ts'
import { customTypesOf } from './served-custom-types.ts'
import { runToEnd, runWithYields, unmetered, computeBudget } from './compute-budget.ts'
import type { CustomTypeRegistry, RegisteredDefinition } from './definition-lifecycle.ts'
import type { CustomTypes } from '../parts/parts.ts'
import { writeJson } from '../lib/write-json.ts'

/** The parsed versions of a `spec` (`of`) and its text. */
type Read = {
  readonly of: unknown
  readonly spec: string
  /** Absent if the spec has not changed. */
  readonly versions?: readonly DefinitionVersion[]
}

/** Returns the types that clients define. Initially there are none. */
export function customTypeRegistry(dialect: Dialect): CustomTypes {
  const known = new Map<string, RegisteredDefinition>()
  const ahead = new Map<string, Read>()
  let types: readonly Resource[] = []
  const listeners = new Set<() => void>()
  let markReady: () => void = () => {}
  const isReady = new Promise<void>(resolve => (markReady = resolve))
  const update = () => {
    types = [...known.values()].filter(({ isServed }) => isServed).flatMap(one => one.types.served)
    for (const one of listeners) one()
  }
  const all: CustomTypeRegistry = {
    known,
    async read(object) {
      const name = object.metadata.name ?? ''
      const of = object.spec
      const spec = textOf(of)
      if (known.get(name)?.spec === spec) {
        ahead.set(name, { of, spec })
        return
      }
      await yieldToEventLoop()
      const versions = await runWithYields(readVersions(of, computeBudget(Infinity, turnMs)))
      ahead.set(name, { of, spec, versions })
    },
    set(object) {
      const name = object.metadata.name ?? ''
      const before = known.get(name)
      const next = knownAs(object, { before, ahead: ahead.get(name) }, dialect)
      ahead.delete(name)
      known.set(name, next)
      if (next.types !== before?.types) before?.types.webhook?.retire()
      if (next.types !== before?.types || next.isServed !== before.isServed) update()
      return next
    },
    remove(name) {
      known.get(name)?.types.webhook?.retire()
      if (known.delete(name)) update()
    },
  }
  return {
    types: () => types,
    onChange(one) {
      listeners.add(one)
      return () => listeners.delete(one)
    },
    whenLoaded: () => isReady,
    startController(parts) {
      const controller = crdController(all, parts, markReady)
      const close = () => {
        controller.close()
        for (const { types: own } of known.values()) own.webhook?.close()
      }
      return { ...controller, close }
    },
  }
}

const turnMs = 4

const textOf = (value: unknown): string => writeJson(value).toString()

type Former = {
  readonly before: RegisteredDefinition | undefined
  readonly ahead: Read | undefined
}

function knownAs(
  object: ApiObject,
  { before, ahead }: Former,
  dialect: Dialect,
): RegisteredDefinition {
  const { status, metadata } = object
  const isServed =
    isConditionTrue(status, 'NamesAccepted') || isConditionTrue(status, 'Established')
  const spec = ahead && ahead.of === object.spec ? ahead.spec : textOf(object.spec)
  const isAsBefore = before?.spec === spec
  const read = ahead?.spec === spec ? ahead.versions : undefined
  const versions = isAsBefore
    ? before.definition.versions
    : (read ?? runToEnd(readVersions(object.spec, unmetered)))
  const definition = readDefinition(object, versions)
  const { accepted, isTerminating } = definition
  const form = textOf([metadata.uid, accepted, isTerminating])
  const isSame = isAsBefore && before.form === form
  const types = isSame ? before.types : customTypesOf(definition, dialect)
  return { object, definition, types, spec, form, isServed }
}
