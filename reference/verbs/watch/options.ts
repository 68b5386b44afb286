import { valueForbidden, valueNotSupported, type StatusCause } from '../../api/status-causes.ts'
import type { Dialect } from '../../api/dialect.ts'
import { parseRevision } from '../../api/list.ts'
import { goParseError } from '../../api/go-parse-error.ts'
import { int64Parameter, isQueryFlagOn } from '../../api/query-parameters.ts'
import { quote } from '../../api/quote.ts'
import { invalidVersion, invalidObject } from '../../api/status.ts'
import type { WatchOptions, WatchPlan } from '../../api/watch.ts'

/** Parses the query of a watch. Only the first value of each option counts. @throws 400 */
export function parseWatchOptions(query: URLSearchParams): WatchOptions {
  // A watch ignores `limit`, but an invalid number is still an error (WATCH-049).
  int64Parameter(query, 'limit')
  return {
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    continue: query.get('continue') ?? '',
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    allowBookmarks: isQueryFlagOn(query.get('allowWatchBookmarks')),
    ...(query.has('sendInitialEvents') && {
      sendInitialEvents: isQueryFlagOn(query.get('sendInitialEvents')),
    }),
    timeoutSeconds: int64Parameter(query, 'timeoutSeconds') ?? 0n,
  }
}

/** Plans the start of a watch. @throws 400 or 500 for an invalid version, 422 (WATCH-038 to 046) */
export function planWatch(
  options: WatchOptions,
  dialect: Pick<Dialect, 'apiDomain' | 'invalidVersionStatus'>,
): WatchPlan {
  const causes = optionFaults(options)
  if (causes.length > 0) {
    throw invalidObject(
      { group: `meta.${dialect.apiDomain}`, kind: 'ListOptions', name: '' },
      causes,
    )
  }
  const { resourceVersion: text, sendInitialEvents } = options
  const revision = parseRevision(text || '0')
  if (revision === undefined) {
    throw invalidVersion(
      dialect.invalidVersionStatus,
      `resourceVersion: Invalid value: ${quote(text)}: ${goParseError('ParseUint', text)}`,
    )
  }
  // Without a version, a watch begins with the state unless `sendInitialEvents` is false.
  const hasVersion = revision !== '0'
  if (sendInitialEvents === false)
    return hasVersion ? { start: 'after', revision } : { start: 'now' }
  if (text === '') return { start: 'state', state: { read: 'mostRecent' } }
  if (!hasVersion) return { start: 'state', state: { read: 'any' } }
  if (sendInitialEvents) return { start: 'state', state: { read: 'notOlderThan', revision } }
  return { start: 'after', revision }
}

/** Returns all causes why the options cannot be combined. */
function optionFaults(options: WatchOptions): StatusCause[] {
  const { resourceVersion, resourceVersionMatch: match, sendInitialEvents } = options
  const field = 'resourceVersionMatch'
  const causes: StatusCause[] = []
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    causes.push(
      valueForbidden(field, `sendInitialEvents requires setting ${field} to NotOlderThan`),
    )
  }
  // An initial state that was not requested implies NotOlderThan.
  const isOfState = sendInitialEvents === undefined && ['', '0'].includes(resourceVersion)
  if (options.continue !== '' && (match !== '' || isOfState)) {
    causes.push(valueForbidden(field, `${field} is forbidden when continue is provided`))
  }
  if (match === '') return causes
  if (sendInitialEvents === undefined) {
    causes.push(
      valueForbidden(field, `${field} is forbidden for watch unless sendInitialEvents is provided`),
    )
  }
  if (match !== 'NotOlderThan') {
    causes.push(valueNotSupported(field, match, ['NotOlderThan']))
  }
  return causes
}
