// Strategic merge patch: that built-in types take it, and what it makes of a list.

import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { givenBuiltIn } from '../../../properties/laws/patch/built-in-types.ts'
import {
  failsAsAWhole,
  patchesDoAsModelled,
  patchSteps,
} from '../../../properties/laws/patch/patches.ts'
import { answered, at, read, succeeded } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { finalizer } from '../../../properties/scenarios/lives.ts'
import { ofRole, patchable, patched } from '../../../properties/scenarios/patch/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { get, named } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const says = 'A strategic merge patch of a built-in type changes what it names.'

const directives: Record<string, Term> = {
  'a list of texts': { finalizers: [finalizer('v')] },
  'items named as deleted': { '$deleteFromPrimitiveList/finalizers': [finalizer('x')] },
  'a map to be replaced': { annotations: { $patch: 'replace', c: 'new' } },
}

export default [
  example(
    'PTCH-015',
    writableRoles.flatMap(role =>
      ofRole(
        role,
        patched(role, [
          { type: 'strategic', body: { metadata: { labels: { a: 'patched', c: 'new' } } } },
          { type: 'strategic', body: { metadata: { annotations: { a: null, b: 'patched' } } } },
        ]),
      ),
    ),
    function* (history) {
      for (const role of yield* givenBuiltIn(history, writableRoles)) {
        if (isUnsupported(history, role)) yield* doesNothing(history, role)
        else yield* patchesDoAsModelled({ applies: says, fails: says }, ` ${role}`)(history)
      }
    },
  ),
  example(
    'PTCH-017',
    Object.entries(directives).flatMap(([what, metadata], index) => [
      patchable('core', `object with ${what}`, `x${index}`),
      patch(what, 'core', named(`x${index}`), { type: 'strategic', body: { metadata } }),
      get(`${what}, afterwards`, 'core', named(`x${index}`)),
    ]),
    function* (history) {
      for (const what of Object.keys(directives)) yield noted(`${what}: ${effect(history, what)}`)
    },
  ),
]

/**
 * The table has this media type for "APIs with support only": a type may do without, and says so by
 * 415. In the dialect kubernetes all built-in types have it.
 */
function isUnsupported(history: History, role: Role): boolean {
  const patches = patchSteps(history, ` ${role}`).map(({ patch: label }) => at(history, label))
  return (
    history.words.dialect === 'cluster' && patches.every(({ answer }) => answer?.status === 415)
  )
}

function* doesNothing(history: History, role: Role): Generator<Observation> {
  for (const steps of patchSteps(history, ` ${role}`))
    yield* failsAsAWhole(history, steps, 'A strategic merge patch that is refused changes nothing.')
  yield noted(`strategic merge patches of ${role} objects are not supported (415)`)
}

function effect(history: History, what: string): string {
  const look = at(history, `${what}, afterwards`)
  if (!succeeded(at(history, what)) || !succeeded(look)) return answered(at(history, what))
  const finalizers = read(look, '/metadata/finalizers')
  const texts = Array.isArray(finalizers) ? finalizers.map(one => String(one).slice(-1)).sort() : []
  const annotations = Object.keys(Object(read(look, '/metadata/annotations'))).sort()
  return what.includes('map') ? `leaves ${annotations.join(' ')}` : `leaves ${texts.join(' ')}`
}
