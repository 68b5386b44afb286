import type { AgeWriter } from '../../../api/column.ts'
import { type ApiObject, isJsonObject, objectIn } from '../../../api/object.ts'
import {
  cellAt,
  type ColumnsByKind,
  nonEmptyAt,
  nameColumn,
  textColumn,
  wideColumn,
} from '../column.ts'
import { scalarText } from '../cell-texts.ts'

const componentOf = nonEmptyAt('source.component', '')
const hostOf = nonEmptyAt('source.host', '')

/** Columns of core events. Events of the newer group are stored as core events. */
export const eventColumns: ColumnsByKind = {
  '/Event': [
    textColumn('Last Seen', 'How long ago it last happened.', lastSeenText),
    textColumn('Type', 'Whether it is a warning.', cellAt('type', '')),
    textColumn('Reason', 'What happened, in a word.', cellAt('reason', '')),
    textColumn('Object', 'To whom it happened.', objectText),
    wideColumn('Subobject', 'To which part of it.', cellAt('involvedObject.fieldPath', '')),
    wideColumn('Source', 'Who says so.', sourceText),
    textColumn('Message', 'What happened.', event => scalarText(event.message).trim()),
    wideColumn('First Seen', 'How long ago it first happened.', firstSeenText),
    wideColumn('Count', 'How often it happened.', countOf),
    { ...nameColumn, priority: 1 },
  ],
}

function firstSeenText({ firstTimestamp, eventTime }: ApiObject, writeAge: AgeWriter): string {
  return writeAge(firstTimestamp ?? eventTime)
}

function lastSeenText(event: ApiObject, writeAge: AgeWriter): string {
  const { series, lastTimestamp } = event
  if (isJsonObject(series)) return writeAge(series.lastObservedTime)
  return typeof lastTimestamp === 'string'
    ? writeAge(lastTimestamp)
    : firstSeenText(event, writeAge)
}

/** An event without a count happened once. */
function countOf({ series, count }: ApiObject): number {
  if (isJsonObject(series)) return Number(series.count ?? 0)
  return Number(count ?? 0) || 1
}

function objectText({ involvedObject }: ApiObject): string {
  const { kind, name: named } = objectIn(involvedObject)
  return [scalarText(kind).toLowerCase(), scalarText(named)].filter(Boolean).join('/')
}

/**
 * Formats the reporter of an event and its host. Older events have both in one member, newer ones
 * in two.
 */
function sourceText(event: ApiObject): string {
  const component = componentOf(event) || scalarText(event.reportingComponent)
  const instance = hostOf(event) || scalarText(event.reportingInstance)
  return instance === '' ? String(component) : `${component}, ${instance}`
}
