// Converts core events to and from `events.<domain>/v1`, where members have newer names.

import { commonSelectorPaths } from '../selectors/field-selector.ts'
import { type ApiObject, type JsonObject, objectIn } from '../api/object.ts'
import { eventRules } from './event-rules.ts'
import type { VersionConversion } from './version-conversion.ts'

const newNames = new Map([
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
])

const coreNames = new Map([...newNames].map(([core, name]) => [name, core]))

const pathsOf = (reference: string): string[] =>
  ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
    member => `${reference}.${member}`,
  )

/** Paths of fields by which core events can be selected. */
export const eventSelectablePaths: readonly string[] = [
  ...commonSelectorPaths,
  ...pathsOf('involvedObject'),
  'reason',
  'reportingComponent',
  'source',
  'type',
]

/**
 * `source` selects by the component of the source, or by the reporting component if there is none.
 */
export const toEventSelectableFields = (event: ApiObject): JsonObject => ({
  ...event,
  source: objectIn(event.source).component || event.reportingComponent,
})

/** Events of the newer group may omit `regarding`. Core events always have `involvedObject`. */
export const eventConversion: VersionConversion = {
  show: event => renamed({ involvedObject: {}, ...event }, newNames),
  take: event => renamed({ regarding: {}, ...event }, coreNames),
  selectablePaths: [
    ...commonSelectorPaths,
    ...pathsOf('regarding'),
    'reason',
    'reportingController',
    'type',
  ],
  rules: eventRules,
}

function renamed(event: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  const { kind, apiVersion, metadata, ...fields } = event
  const members = Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value])
  return { kind, apiVersion, metadata, ...Object.fromEntries(members) }
}
