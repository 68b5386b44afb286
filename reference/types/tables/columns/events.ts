import { type ApiObject, isJsonObject, objectIn } from '../../../api/object.ts'
import { since } from '../ages.ts'
import { at, type ColumnsByKind, filledAt, name, text, wide } from '../column.ts'
import { textIn } from '../texts.ts'

const componentOf = filledAt('source.component', '')
const hostOf = filledAt('source.host', '')

/** Of core events; those of the newer group are kept as such. */
export const events: ColumnsByKind = {
  '/Event': [
    text('Last Seen', 'How long ago it last happened.', lastSeenText),
    text('Type', 'Whether it is a warning.', at('type', '')),
    text('Reason', 'What happened, in a word.', at('reason', '')),
    text('Object', 'To whom it happened.', objectText),
    wide('Subobject', 'To which part of it.', at('involvedObject.fieldPath', '')),
    wide('Source', 'Who says so.', sourceText),
    text('Message', 'What happened.', event => textIn(event.message).trim()),
    wide('First Seen', 'How long ago it first happened.', firstSeenText),
    wide('Count', 'How often it happened.', countOf),
    { ...name, priority: 1 },
  ],
}

function firstSeenText({ firstTimestamp, eventTime }: ApiObject, now: number): string {
  return since(firstTimestamp ?? eventTime, now)
}

function lastSeenText(event: ApiObject, now: number): string {
  const { series, lastTimestamp } = event
  if (isJsonObject(series)) return since(series.lastObservedTime, now)
  return typeof lastTimestamp === 'string' ? since(lastTimestamp, now) : firstSeenText(event, now)
}

/** An event that was not counted happened once. */
function countOf({ series, count }: ApiObject): number {
  if (isJsonObject(series)) return Number(series.count ?? 0)
  return Number(count ?? 0) || 1
}

function objectText({ involvedObject }: ApiObject): string {
  const { kind, name: named } = objectIn(involvedObject)
  return [textIn(kind).toLowerCase(), textIn(named)].filter(Boolean).join('/')
}

/** Who reports, and from where; older events say so in one member, newer ones in two. */
function sourceText(event: ApiObject): string {
  const component = componentOf(event) || textIn(event.reportingComponent)
  const instance = hostOf(event) || textIn(event.reportingInstance)
  return instance === '' ? String(component) : `${component}, ${instance}`
}
