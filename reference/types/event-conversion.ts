// Events under their newer names. The members are those of core events.

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

/** What core events can be selected by. */
export const eventSelectablePaths: readonly string[] = [
  ...commonSelectorPaths,
  ...pathsOf('involvedObject'),
  'reason',
  'reportingComponent',
  'source',
  'type',
]

/** The source of an event is selected by its component, or by who reports where there is none. */
export const toEventSelectableFields = (event: ApiObject): JsonObject => ({
  ...event,
  source: objectIn(event.source).component || event.reportingComponent,
})

/** An event may leave out what it is about; a core event has it always. */
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
