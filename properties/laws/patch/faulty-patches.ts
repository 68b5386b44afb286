// Judges faulty patches, which genuine servers refuse. Patches of types that the server does not
// serve are not judged.

import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { faultsAreRefused, faultsNotRefusedWith400 } from '../refusals.ts'
import type { RefusalRule } from '../refusals.ts'
import { patchesOfServedTypes } from './served-patch-types.ts'
import type { TestedPatches } from './served-patch-types.ts'

const twins = ['twin json', 'twin merge']

type Rule = Pick<RefusalRule, 'wanted' | 'says'>

/**
 * Each faulty patch of a served type is refused as expected. The valid patches of these types must
 * succeed.
 */
export const faultyPatchesAreRefused = (rule: Rule) =>
  function* (history: History): Generator<Observation> {
    const { controls, tested: faults } = servedIn(history)
    yield* faultsAreRefused({ ...rule, twins: ['object', ...controls], faults })(history)
  }

/**
 * K8S-PTCH-011: like `faultyPatchesAreRefused`, but a patch may also be refused with 400, as the
 * text of the specification says.
 */
export const undecodableResultsAreRefused = (rule: Rule) =>
  function* (history: History): Generator<Observation> {
    const { controls, tested } = servedIn(history)
    const faults = yield* faultsNotRefusedWith400(history, tested)
    yield* faultsAreRefused({ ...rule, twins: ['object', ...controls], faults })(history)
  }

const servedIn = (history: History): TestedPatches => {
  const labels = history.exchanges.map(({ step }) => step)
  const tested = labels.filter(label => label.startsWith('fault'))
  return patchesOfServedTypes(history, { controls: twins, tested })
}
