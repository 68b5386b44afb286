// Checks managed fields as genuine servers write them.

import {
  objectsAreAlike,
  dryApplyPredictsApply,
  applyOrderDoesNotMatter,
  applyingOwnReadIsNoConflict,
  repeatedApplyIsNoOp,
  serverSideApplyTakesOverClientSideFields,
} from '../../../properties/laws/server-side-apply/apply-effects.ts'
import {
  entriesNeedNoFieldsType,
  oldUpdateEntriesAreMerged,
  managedFieldsAreKeptOrCleared,
} from '../../../properties/laws/server-side-apply/managed-fields-upkeep.ts'
import {
  managedFieldsNameManagers,
  managedFieldsAreSameInEveryRead,
  managedFieldsAreWellFormed,
  statusIsManagedSeparately,
} from '../../../properties/laws/server-side-apply/managed-fields.ts'
import { answersWith } from '../../../properties/laws/status.ts'
import { applyStep, wholeBody } from '../../../properties/scenarios/server-side-apply/apply.ts'
import {
  noOpApplies,
  statusApplies,
} from '../../../properties/scenarios/server-side-apply/apply-items.ts'
import {
  writesByUserAgent,
  commutingApplies,
  appliesInEachEncoding,
  manyManagers,
  applyOfOwnRead,
  readsInEveryForm,
  managedFieldsResets,
  fieldsTakenOver,
  applyWithDryRun,
  entryWithoutFieldsType,
} from '../../../properties/scenarios/server-side-apply/managed-fields.ts'
import { writesByManagers } from '../../../properties/scenarios/server-side-apply/apply-sequences.ts'
import { cborGate } from '../../../properties/scenarios/encodings/encodings.ts'
import { example, property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']
const ofReplicaSets: Need[] = [...needs, 'feature replicasets']

export default [
  example(
    'K8S-APPLY-005',
    [
      applyStep('created', 'core', 'm', wholeBody('core', 'one')),
      applyStep('changed', 'core', 'm', wholeBody('core', 'two')),
      applyStep('idle', 'core', 'm', wholeBody('core', 'two')),
    ],
    function* (history) {
      yield* answersWith(history, 'created', 201, 'An apply that creates an object returns 201.')
      for (const label of ['changed', 'idle'])
        yield* answersWith(history, label, 200, 'An apply of an existing object returns 200.')
    },
    { needs },
  ),
  property('K8S-APPLY-006', writesByManagers('main', 'core'), managedFieldsAreWellFormed, {
    needs,
  }),
  example('K8S-APPLY-007', writesByUserAgent, managedFieldsNameManagers, { needs }),
  example('K8S-APPLY-008', statusApplies, statusIsManagedSeparately, { needs: ofReplicaSets }),
  property('K8S-APPLY-010', applyOfOwnRead(), applyingOwnReadIsNoConflict, { needs }),
  property('K8S-APPLY-011', commutingApplies(), applyOrderDoesNotMatter, { needs }),
  example('K8S-APPLY-012', managedFieldsResets, managedFieldsAreKeptOrCleared, { needs }),
  example('K8S-APPLY-013', readsInEveryForm, managedFieldsAreSameInEveryRead, {
    needs: [...needs, 'feature protobuf', 'feature partial-metadata', `alternate ${cborGate}`],
  }),
  example(
    'K8S-APPLY-014',
    appliesInEachEncoding,
    history =>
      objectsAreAlike(
        history,
        ['json', 'yaml', 'cbor'].map(encoding => `look in ${encoding}`),
        'An apply has the same effect in JSON, YAML and CBOR.',
      ),
    { needs },
  ),
  example('K8S-APPLY-025', manyManagers, oldUpdateEntriesAreMerged, { needs }),
  example('K8S-APPLY-026', entryWithoutFieldsType, entriesNeedNoFieldsType, { needs }),
  property('K8S-APPLY-027', applyWithDryRun(), dryApplyPredictsApply, { needs }),
  example('K8S-APPLY-028', fieldsTakenOver, serverSideApplyTakesOverClientSideFields, { needs }),
  example('K8S-APPLY-032', noOpApplies, repeatedApplyIsNoOp, { needs: ofReplicaSets }),
]
