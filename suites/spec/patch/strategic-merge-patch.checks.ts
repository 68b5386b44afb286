// Strategic merge patch: that built-in types take it, and what it makes of a list.

import { givenBuiltIn } from '../../../properties/laws/built-in-types.ts'
import { patchesDoAsModelled } from '../../../properties/laws/patches.ts'
import { answered, at, read, succeeded } from '../../../properties/history.ts'
import type { History } from '../../../properties/history.ts'
import { noted } from '../../../properties/observation.ts'
import { finalizer } from '../../../properties/scenarios/lives.ts'
import { ofRole, patchable, patched } from '../../../properties/scenarios/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { get, named } from '../../../properties/steps.ts'
import { patch } from '../../../properties/write-steps.ts'
import type { Term } from '../../../properties/term.ts'
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
      for (const role of yield* givenBuiltIn(history, writableRoles))
        yield* patchesDoAsModelled({ applies: says, fails: says }, ` ${role}`)(history)
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

function effect(history: History, what: string): string {
  const look = at(history, `${what}, afterwards`)
  if (!succeeded(at(history, what)) || !succeeded(look)) return answered(at(history, what))
  const finalizers = read(look, '/metadata/finalizers')
  const texts = Array.isArray(finalizers) ? finalizers.map(one => String(one).slice(-1)).sort() : []
  const annotations = Object.keys(Object(read(look, '/metadata/annotations'))).sort()
  return what.includes('map') ? `leaves ${annotations.join(' ')}` : `leaves ${texts.join(' ')}`
}
