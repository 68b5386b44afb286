// Validates events that are written as `events.<domain>/v1`. Core events are not validated by these
// rules.

import { valueInvalid, valueRequired, type StatusCause } from '../api/status-causes.ts'
import { type ApiObject, isJsonObject, objectIn } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { allRules, immutableField, type ObjectRule } from './object-rule-builders.ts'

/** Validates an event in its stored form. Messages call the reporter `reportingController`. */
export const eventRules: ObjectRule = (event, old) => rules(reported(event), old && reported(old))

const reported = ({ reportingComponent, ...event }: ApiObject): ApiObject => ({
  ...event,
  reportingController: reportingComponent,
})

const needed = ['reportingController', 'reportingInstance', 'action', 'reason']
const bytesMax = { reportingInstance: 128, action: 128, reason: 128, message: 1024 }
const outdated = ['firstTimestamp', 'lastTimestamp', 'count', 'source']

// All fields except `series` are immutable.
const settled = [
  'involvedObject',
  'message',
  'type',
  'eventTime',
  'related',
  ...needed,
  ...outdated,
]

const rules = allRules(
  eventTimeCauses,
  lengthCauses,
  seriesCauses,
  creationCauses,
  ...settled.map(immutableField),
)

/** An event without `eventTime` is a core event. It can be updated, but not created. */
function* eventTimeCauses(event: ApiObject, old: ApiObject | undefined): Iterable<StatusCause> {
  if (event.eventTime !== undefined) {
    for (const member of needed) if (!event[member]) yield valueRequired(member)
  } else if (!old) yield valueRequired('eventTime')
}

function* lengthCauses(event: ApiObject): Iterable<StatusCause> {
  if (event.eventTime === undefined) return
  for (const [member, max] of Object.entries(bytesMax)) {
    if (Buffer.byteLength(String(event[member] ?? '')) <= max) continue
    yield valueInvalid(member, '', `can have at most ${max} characters`)
  }
}

function* seriesCauses({ series }: ApiObject, old: ApiObject | undefined): Iterable<StatusCause> {
  if (series === undefined || (old && isSameJson(series, old.series))) return
  const { count, lastObservedTime } = objectIn(series)
  if (Number(count ?? 0) < 2) yield valueInvalid('series.count', '', 'should be at least 2')
  if (lastObservedTime === undefined) yield valueRequired('series.lastObservedTime')
}

function* creationCauses(event: ApiObject, old: ApiObject | undefined): Iterable<StatusCause> {
  if (old) return
  if (event.type !== 'Normal' && event.type !== 'Warning') {
    yield valueInvalid('type', '', `has invalid value: ${String(event.type ?? '')}`)
  }
  for (const member of outdated) {
    if (isSet(event[member])) yield valueInvalid(member, '', 'needs to be unset')
  }
}

const isSet = (value: unknown): boolean =>
  isJsonObject(value) ? Object.values(value).some(Boolean) : Boolean(value)
