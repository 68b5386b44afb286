// Laws of names, labels and annotations as genuine servers spell them. For the labels of the steps
// see scenarios/metadata-syntax.ts.

import type { History } from '../history.ts'
import type { Observation } from '../observation.ts'
import { valueAt } from '../term.ts'
import { done } from './premises.ts'
import { detailsOf, refusesWith } from './status.ts'
import type { Cause, Details } from './status.ts'

type MetadataFault = { cause: Cause; says: string }

/** Every faulty create is refused as invalid, for the named field's sake. */
export const faultsAreInvalid = ({ cause, says }: MetadataFault) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'twin')
    for (const { step, about, request } of history.exchanges) {
      if (!step.startsWith('fault') || !about) continue
      const name = valueAt(JSON.parse(request.body ?? 'null'), '/metadata/name')
      const details: Details = {
        ...detailsOf(history, about.role, 'kind'),
        ...(typeof name === 'string' ? { name } : {}),
      }
      yield* refusesWith(
        history,
        step,
        { code: 422, reason: 'Invalid', details, causes: [cause] },
        says,
      )
    }
  }
