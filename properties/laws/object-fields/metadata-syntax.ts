// Judges the syntax of names, labels and annotations by genuine servers. The labels of the steps
// are in scenarios/metadata-syntax.ts.

import type { Exchange, History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { faultsAreRefused } from '../refusals.ts'
import { detailsOf } from '../status.ts'
import type { StatusCause, ExpectedStatus } from '../status.ts'

type MetadataFault = { cause: StatusCause; says: string }

/** Every faulty create is refused as invalid, with a cause that names the field. */
export const faultsAreInvalid = ({
  cause,
  says,
}: MetadataFault): ((history: History) => Generator<Observation>) =>
  faultsAreRefused({
    twins: ['twin'],
    wanted: (history, fault) => invalid(history, fault, cause),
    says,
  })

function invalid(
  history: History,
  fault: Exchange,
  cause: StatusCause,
): ExpectedStatus | undefined {
  if (!fault.about) return undefined
  const name = valueAt(JSON.parse(fault.request.body ?? 'null'), '/metadata/name')
  const details = detailsOf(
    history,
    fault.about.role,
    'kind',
    typeof name === 'string' ? name : undefined,
  )
  return { code: 422, reason: 'Invalid', details, causes: [cause] }
}
