// What genuine servers do with fields that are unknown, doubled or missing.

import fc from 'fast-check'
import { at } from '../../../properties/history/history.ts'
import { keepsTheLast, warnsByPath } from '../../../properties/laws/field-validation/field-texts.ts'
import { isSilentOn } from '../../../properties/laws/field-validation/field-reports.ts'
import {
  besideTwin,
  failsAsAWhole,
  failsAtAll,
  forEach,
  succeeds,
} from '../../../properties/laws/field-validation/field-validation.ts'
import {
  besideSample,
  notesTheRest,
} from '../../../properties/laws/field-validation/sampled-types.ts'
import { faultsAreRefused } from '../../../properties/laws/refusals.ts'
import type { Refusal } from '../../../properties/laws/status.ts'
import { doubledFields } from '../../../properties/scenarios/field-validation/doubled-fields.ts'
import {
  allLevels,
  leveled,
  partialOwners,
  unknownFields,
  verbs,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import {
  allSamples,
  unknownAtAnyDepth,
  wrongAtAnyDepth,
} from '../../../properties/scenarios/field-validation/sampled-types.ts'
import { unknownName } from '../../../properties/history/sent-fields.ts'
import { create, named, steps } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const types = ['json', 'merge', 'strategic'] as const

const adding = (as: string, type: (typeof types)[number], field: string): Request => {
  const path = `/metadata/${field}`
  const body: Term =
    type === 'json' ? [{ op: 'add', path, value: {} }] : { metadata: { [field]: {} } }
  return leveled('Strict', patch(as, 'main', named('x'), { type, body }))
}

const unreadablePatch: Refusal = {
  code: 422,
  reason: 'Invalid',
  causes: [{ reason: 'FieldValueInvalid', field: 'patch' }],
}
const unsupported: Refusal = {
  code: 422,
  reason: 'Invalid',
  causes: [{ reason: 'FieldValueNotSupported', field: 'fieldValidation' }],
}

const otherLevel = (value: string, index: number): Request => ({
  ...create(`fault ${value}`, 'main', `f${index}`),
  query: { fieldValidation: value },
})

const atAnyDepth = 'A field that its type does not know is found at any depth.'
const ofItsType = 'A value that is not of its type is refused at any depth.'

const members = ['apiVersion', 'kind', 'name', 'uid'] as const
const levelsOfMembers = ['Ignore apiVersion', 'Warn kind', 'Strict name', 'default uid']

export default [
  example(
    'K8S-VALID-001',
    [
      create('object', 'main', 'x'),
      ...types.map(type => adding(`twin ${type}`, type, 'annotations')),
      ...types.map(type => adding(`fault ${type}`, type, unknownName(0))),
    ],
    function* (history) {
      // Custom types, for one, know no strategic merge patches.
      const served = types.filter(type => at(history, `twin ${type}`).answer?.status !== 415)
      yield* faultsAreRefused({
        twins: ['object', ...served.map(type => `twin ${type}`)],
        faults: served.map(type => `fault ${type}`),
        wanted: unreadablePatch,
        says: 'At Strict a patch to an unknown field is answered 422 Invalid.',
      })(history)
    },
  ),
  example(
    'K8S-VALID-002',
    [leveled('Strict', create('twin', 'main', 'x')), ...['strict', 'WARN', 'Foo'].map(otherLevel)],
    faultsAreRefused({
      twins: ['twin'],
      wanted: unsupported,
      says: 'An unknown level is answered 422 Invalid.',
    }),
  ),
  property(
    'K8S-VALID-003',
    fc.oneof(
      unknownFields({ levels: ['Warn'], fieldsMax: 8 }),
      doubledFields({ levels: ['Warn'], fieldsMax: 6, unknownMax: 4 }),
    ),
    besideTwin(warnsByPath('Warn')),
  ),
  property(
    'K8S-VALID-004',
    doubledFields({ levels: ['Ignore', 'Warn'] }),
    besideTwin(keepsTheLast('Ignore'), keepsTheLast('Warn')),
  ),
  property(
    'K8S-VALID-005',
    fc
      .record({
        role: fc.constantFrom('main' as const, 'core' as const),
        verb: fc.constantFrom(...verbs),
      })
      .map(kind => steps(...partialOwners(kind, members))),
    besideTwin(
      forEach(levelsOfMembers, failsAsAWhole('An owner reference that is not whole fails.')),
    ),
  ),
  property(
    'K8S-VALID-006',
    unknownAtAnyDepth(),
    besideSample(
      forEach(['Ignore', 'Warn', 'default'], succeeds(atAnyDepth)),
      isSilentOn(atAnyDepth)('Ignore'),
      forEach(['Warn', 'default'], warnsByPath),
      failsAtAll(atAnyDepth)('Strict'),
    ),
    { observationsMin: 20 },
  ),
  property(
    'K8S-VALID-007',
    wrongAtAnyDepth(),
    besideSample(
      forEach(allLevels, failsAtAll(ofItsType)),
      forEach(allLevels, isSilentOn(ofItsType)),
    ),
    { observationsMin: 20 },
  ),
  example('K8S-VALID-008', allSamples(), notesTheRest),
]
