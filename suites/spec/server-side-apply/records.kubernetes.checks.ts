// Records of ownership as genuine servers keep them.

import {
  areAlike,
  dryApplyForetells,
  ordersAreAlike,
  ownReadIsNoConflict,
  repeatedApplyIsIdle,
  successorTakesOver,
} from '../../../properties/laws/server-side-apply/apply-effects.ts'
import {
  entriesNeedNoType,
  oldEntriesAreMerged,
  recordIsKeptOrCleared,
} from '../../../properties/laws/server-side-apply/apply-record-lives.ts'
import {
  managersAreNamed,
  recordIsTheSameEverywhere,
  recordsAreWellFormed,
  statusIsOwnedApart,
} from '../../../properties/laws/server-side-apply/apply-records.ts'
import { answersWith } from '../../../properties/laws/status.ts'
import { applied, whole } from '../../../properties/scenarios/server-side-apply/apply.ts'
import {
  idleApplies,
  statusApplies,
} from '../../../properties/scenarios/server-side-apply/apply-items.ts'
import {
  agents,
  commutingApplies,
  inEachEncoding,
  manyManagers,
  ownRead,
  readInEveryWay,
  records,
  takenOver,
  triedApply,
  withoutFieldsType,
} from '../../../properties/scenarios/server-side-apply/apply-records.ts'
import { writtenInTurn } from '../../../properties/scenarios/server-side-apply/apply-sequences.ts'
import { cborDoor } from '../../../properties/scenarios/encodings/encodings.ts'
import { example, property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']
const ofReplicaSets: Need[] = [...needs, 'feature replicasets']

export default [
  example(
    'K8S-APPLY-005',
    [
      applied('created', 'core', 'm', whole('core', 'one')),
      applied('changed', 'core', 'm', whole('core', 'two')),
      applied('idle', 'core', 'm', whole('core', 'two')),
    ],
    function* (history) {
      yield* answersWith(history, 'created', 201, 'An apply that creates is answered 201.')
      for (const label of ['changed', 'idle'])
        yield* answersWith(history, label, 200, 'An apply of what is there is answered 200.')
    },
    { needs },
  ),
  property('K8S-APPLY-006', writtenInTurn('main', 'core'), recordsAreWellFormed, { needs }),
  example('K8S-APPLY-007', agents, managersAreNamed, { needs }),
  example('K8S-APPLY-008', statusApplies, statusIsOwnedApart, { needs: ofReplicaSets }),
  property('K8S-APPLY-010', ownRead(), ownReadIsNoConflict, { needs }),
  property('K8S-APPLY-011', commutingApplies(), ordersAreAlike, { needs }),
  example('K8S-APPLY-012', records, recordIsKeptOrCleared, { needs }),
  example('K8S-APPLY-013', readInEveryWay, recordIsTheSameEverywhere, {
    needs: [...needs, 'feature protobuf', 'feature partial-metadata', `door ${cborDoor}`],
  }),
  example(
    'K8S-APPLY-014',
    inEachEncoding,
    history =>
      areAlike(
        history,
        ['json', 'yaml', 'cbor'].map(encoding => `look in ${encoding}`),
        'An apply has the same effect in JSON, YAML and CBOR.',
      ),
    { needs },
  ),
  example('K8S-APPLY-025', manyManagers, oldEntriesAreMerged, { needs }),
  example('K8S-APPLY-026', withoutFieldsType, entriesNeedNoType, { needs }),
  property('K8S-APPLY-027', triedApply(), dryApplyForetells, { needs }),
  example('K8S-APPLY-028', takenOver, successorTakesOver, { needs }),
  example('K8S-APPLY-032', idleApplies, repeatedApplyIsIdle, { needs: ofReplicaSets }),
]
