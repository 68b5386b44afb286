// Checks how genuine servers treat unknown, duplicate and missing fields.

import fc from 'fast-check'
import { bodyValueAt, exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { isText } from '../../../properties/dsl/term.ts'
import {
  lastDuplicateIsStored,
  warningsNamePaths,
} from '../../../properties/laws/field-validation/field-warning-texts.ts'
import { noWarningNamesTheFields } from '../../../properties/laws/field-validation/field-warnings.ts'
import {
  withControl,
  writeFailsEntirely,
  writeIsRefused,
  forEachLabel,
  writeSucceeds,
} from '../../../properties/laws/field-validation/field-validation.ts'
import {
  withSampleControl,
  notesTypesWithoutSample,
} from '../../../properties/laws/field-validation/sampled-types.ts'
import { faultsAreRefused, faultsNotRefusedWith400 } from '../../../properties/laws/refusals.ts'
import type { ExpectedStatus } from '../../../properties/laws/status.ts'
import { duplicateFields } from '../../../properties/scenarios/field-validation/duplicate-fields.ts'
import {
  validationLevels,
  atLevel,
  incompleteOwnerReferences,
  unknownFields,
  writeMethods,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import {
  allSamples,
  unknownAtAnyDepth,
  wrongAtAnyDepth,
} from '../../../properties/scenarios/field-validation/sampled-types.ts'
import { unknownName } from '../../../properties/history/sent-fields.ts'
import { create, caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import { patch } from '../../../properties/dsl/write-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

const types = ['json', 'merge', 'strategic'] as const

const adding = (as: string, type: (typeof types)[number], field: string): RequestStep => {
  const path = `/metadata/${field}`
  const body: Term =
    type === 'json' ? [{ op: 'add', path, value: {} }] : { metadata: { [field]: {} } }
  return atLevel('Strict', patch(as, 'main', caseName('x'), { type, body }))
}

const unreadablePatch: ExpectedStatus = {
  code: 422,
  reason: 'Invalid',
  causes: [{ reason: 'FieldValueInvalid', field: 'patch' }],
}
const unsupported: ExpectedStatus = {
  code: 422,
  reason: 'Invalid',
  causes: [{ reason: 'FieldValueNotSupported', field: 'fieldValidation' }],
}

const otherLevel = (value: string, index: number): RequestStep => ({
  ...create(`fault ${value}`, 'main', `f${index}`),
  query: { fieldValidation: value },
})

const atAnyDepth = 'Unknown fields are reported at any depth.'
const ofItsType = 'A value of the wrong type is refused at any depth.'

const members = ['apiVersion', 'kind', 'name', 'uid'] as const
const levelsOfMembers = ['Ignore apiVersion', 'Warn kind', 'Strict name', 'default uid']

/** On a server that gives objects no uid, references to them need none. */
const judgedMembers = (history: History): string[] =>
  isText(bodyValueAt(exchangeAt(history, 'owner'), '/metadata/uid'))
    ? levelsOfMembers
    : levelsOfMembers.filter(label => label !== 'default uid')

export default [
  example(
    'K8S-VALID-001',
    [
      create('object', 'main', 'x'),
      ...types.map(type => adding(`twin ${type}`, type, 'annotations')),
      ...types.map(type => adding(`fault ${type}`, type, unknownName(0))),
    ],
    function* (history) {
      // Some types support only some patch types: custom types support no strategic merge patches.
      const served = types.filter(
        type => exchangeAt(history, `twin ${type}`).answer?.status !== 415,
      )
      yield* faultsAreRefused({
        twins: ['object', ...served.map(type => `twin ${type}`)],
        faults: yield* faultsNotRefusedWith400(
          history,
          served.map(type => `fault ${type}`),
        ),
        wanted: unreadablePatch,
        says: 'At Strict, a patch with an unknown field is refused with 422 Invalid.',
      })(history)
    },
  ),
  example(
    'K8S-VALID-002',
    [atLevel('Strict', create('twin', 'main', 'x')), ...['strict', 'WARN', 'Foo'].map(otherLevel)],
    faultsAreRefused({
      twins: ['twin'],
      wanted: unsupported,
      says: 'An unknown level is refused with 422 Invalid.',
    }),
  ),
  property(
    'K8S-VALID-003',
    fc.oneof(
      unknownFields({ levels: ['Warn'], fieldsMax: 8 }),
      duplicateFields({ levels: ['Warn'], fieldsMax: 6, unknownMax: 4 }),
    ),
    withControl(warningsNamePaths('Warn')),
  ),
  property(
    'K8S-VALID-004',
    duplicateFields({ levels: ['Ignore', 'Warn'] }),
    withControl(lastDuplicateIsStored('Ignore'), lastDuplicateIsStored('Warn')),
  ),
  property(
    'K8S-VALID-005',
    fc
      .record({
        role: fc.constantFrom('main' as const, 'core' as const),
        verb: fc.constantFrom(...writeMethods),
      })
      .map(kind => scenarioWith(...incompleteOwnerReferences(kind, members))),
    withControl(function* (history) {
      const fails = writeFailsEntirely('A write with an incomplete owner reference fails.')
      yield* forEachLabel(judgedMembers(history), fails)(history)
    }),
  ),
  property(
    'K8S-VALID-006',
    unknownAtAnyDepth(),
    withSampleControl(
      forEachLabel(['Ignore', 'Warn', 'default'], writeSucceeds(atAnyDepth)),
      noWarningNamesTheFields(atAnyDepth)('Ignore'),
      forEachLabel(['Warn', 'default'], warningsNamePaths),
      writeIsRefused(atAnyDepth)('Strict'),
    ),
    { observationsMin: 20 },
  ),
  property(
    'K8S-VALID-007',
    wrongAtAnyDepth(),
    withSampleControl(
      forEachLabel(validationLevels, writeIsRefused(ofItsType)),
      forEachLabel(validationLevels, noWarningNamesTheFields(ofItsType)),
    ),
    { observationsMin: 20 },
  ),
  example('K8S-VALID-008', allSamples(), notesTypesWithoutSample),
]
