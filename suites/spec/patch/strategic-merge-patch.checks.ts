// Checks that built-in types accept strategic merge patches, and how these merge lists.

import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { requireBuiltInTypes } from '../../../properties/laws/patch/built-in-types.ts'
import {
  patchFailsEntirely,
  patchesMatchModel,
  patchStepsOf,
} from '../../../properties/laws/patch/patches.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { finalizerName } from '../../../properties/scenarios/object-lifecycles.ts'
import {
  labelsOfRole,
  createPatchable,
  patchesBetweenReads,
} from '../../../properties/scenarios/patch/patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { get, caseName } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const says = 'A strategic merge patch of a built-in type changes what it names.'

const directives: Record<string, Term> = {
  'a list of strings': { finalizers: [finalizerName('v')] },
  'items deleted by a directive': { '$deleteFromPrimitiveList/finalizers': [finalizerName('x')] },
  'a map replaced by a directive': { annotations: { $patch: 'replace', c: 'new' } },
}

export default [
  example(
    'PTCH-015',
    writableRoles.flatMap(role =>
      labelsOfRole(
        role,
        patchesBetweenReads(role, [
          { type: 'strategic', body: { metadata: { labels: { a: 'patched', c: 'new' } } } },
          { type: 'strategic', body: { metadata: { annotations: { a: null, b: 'patched' } } } },
        ]),
      ),
    ),
    function* (history) {
      for (const role of yield* requireBuiltInTypes(history, writableRoles)) {
        if (isUnsupported(history, role)) yield* doesNothing(history, role)
        else yield* patchesMatchModel({ applies: says, fails: says }, ` ${role}`)(history)
      }
    },
  ),
  example(
    'PTCH-017',
    Object.entries(directives).flatMap(([what, metadata], index) => [
      createPatchable('core', `object with ${what}`, `x${index}`),
      patch(what, 'core', caseName(`x${index}`), { type: 'strategic', body: { metadata } }),
      get(`${what}, afterwards`, 'core', caseName(`x${index}`)),
    ]),
    function* (history) {
      for (const what of Object.keys(directives))
        yield recordAnswer(`${what}: ${effect(history, what)}`)
    },
  ),
]

/**
 * Whether the type does not support this patch type. The specification lists it for "APIs with
 * support only", so a type may answer 415. In the dialect `kubernetes` all built-in types support
 * it.
 */
function isUnsupported(history: History, role: Role): boolean {
  const patches = patchStepsOf(history, ` ${role}`).map(({ patch: label }) =>
    exchangeAt(history, label),
  )
  return (
    history.context.dialect === 'cluster' && patches.every(({ answer }) => answer?.status === 415)
  )
}

function* doesNothing(history: History, role: Role): Generator<Observation> {
  for (const steps of patchStepsOf(history, ` ${role}`))
    yield* patchFailsEntirely(
      history,
      steps,
      'A strategic merge patch that is refused changes nothing.',
    )
  yield recordAnswer(`strategic merge patches of ${role} objects are not supported (415)`)
}

function effect(history: History, what: string): string {
  const look = exchangeAt(history, `${what}, afterwards`)
  if (!isSuccess(exchangeAt(history, what)) || !isSuccess(look))
    return answerSummary(exchangeAt(history, what))
  const finalizers = bodyValueAt(look, '/metadata/finalizers')
  const texts = Array.isArray(finalizers) ? finalizers.map(one => String(one).slice(-1)).sort() : []
  const annotations = Object.keys(Object(bodyValueAt(look, '/metadata/annotations'))).sort()
  return what.includes('map') ? `leaves ${annotations.join(' ')}` : `leaves ${texts.join(' ')}`
}
