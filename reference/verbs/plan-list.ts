import { valueForbidden, valueNotSupported, type StatusCause } from '../api/status-causes.ts'
import type { Dialect } from '../api/dialect.ts'
import { type ListOptions, type ReadPlan, parseRevision } from '../api/list.ts'
import { goParseError } from '../api/go-parse-error.ts'
import { quote } from '../api/quote.ts'
import { badRequest, invalidObject } from '../api/status.ts'
import type { Revision } from '../api/store.ts'

/**
 * Returns the state of the collection that a list requests: the table of `resourceVersionMatch`,
 * `limit`, `continue` and `resourceVersion` (LIST-001 to LIST-021). @throws 400, 422
 */
export function planList(options: ListOptions, dialect: Pick<Dialect, 'apiDomain'>): ReadPlan {
  const causes = optionFaults(options)
  if (causes.length > 0) {
    throw invalidObject(
      { group: `meta.${dialect.apiDomain}`, kind: 'ListOptions', name: '' },
      causes,
    )
  }
  const { resourceVersion: text, resourceVersionMatch: match, continue: token } = options
  if (token !== '') {
    if (text === '' || text === '0') return { read: 'continue', token }
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  if (text === '') return { read: 'mostRecent' }
  const revision = versionIn(text)
  if (match === 'Exact') return { read: 'exact', revision }
  if (text === '0') return { read: 'any' }
  // A limit without a match reads the first chunk of that exact version (LIST-006).
  const isFirstChunk = match === '' && options.limit !== Infinity
  return { read: isFirstChunk ? 'exact' : 'notOlderThan', revision }
}

function versionIn(text: string): Revision {
  const revision = parseRevision(text)
  if (revision !== undefined) return revision
  throw badRequest(
    `invalid resource version: resourceVersion: Invalid value: ${quote(text)}: ` +
      goParseError('ParseUint', text),
  )
}

/** Lists the faults of combined options (LIST-010 to LIST-033). */
function optionFaults(options: ListOptions): StatusCause[] {
  const { resourceVersion: version, resourceVersionMatch: match } = options
  const field = 'resourceVersionMatch'
  const causes: StatusCause[] = []
  if (match !== '' && version === '') {
    causes.push(valueForbidden(field, `${field} is forbidden unless resourceVersion is provided`))
  }
  if (match !== '' && options.continue !== '') {
    causes.push(valueForbidden(field, `${field} is forbidden when continue is provided`))
  }
  if (!['', 'Exact', 'NotOlderThan'].includes(match)) {
    causes.push(valueNotSupported(field, match, ['Exact', 'NotOlderThan', '']))
  }
  if (match === 'Exact' && version === '0') {
    causes.push(valueForbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`))
  }
  if (options.hasSendInitialEvents) {
    causes.push(valueForbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'))
  }
  return causes
}
