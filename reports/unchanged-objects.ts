// Recognises watches from a version that begin with the present objects.

import { isDone } from './explains-rows.ts'
import type { Explains } from './explains-rows.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { eventTypesIn } from './printed-values.ts'

type Printed = Pick<FailureEvidence, 'got' | 'expected'>

const onlyAfter = /^(?:only changes|a change of \S+) after (\d+)/
const laterThan = /^a version after \d+/
const added = /^ADDED \S+ at (\d+)/

/** Whether a watch from a version sends an object that was created at or before it. */
const isPresentObject = ({ got, expected }: Printed): boolean =>
  (onlyAfter.test(expected) || laterThan.test(expected)) && added.test(got)

/** Whether that object was created before the version, so that this is no confusion by one. */
function isAddedLongAgo({ got, expected }: Printed): boolean {
  const [from, at] = [onlyAfter.exec(expected)?.[1], added.exec(got)?.[1]]
  return from !== undefined && at !== undefined && BigInt(at) < BigInt(from)
}

/** Whether the events are as expected, except that further ADDED come first. */
function beginsWithAdded({ got, expected }: Printed): boolean {
  const [due, found] = [eventTypesIn(expected), eventTypesIn(got)]
  const [extra, rest] = [found.slice(0, -due.length), found.slice(-due.length)]
  return (
    due.length > 0 &&
    extra.length > 0 &&
    extra.every(type => type === 'ADDED') &&
    rest.join() === due.join()
  )
}

/** Whether more events come than there were changes, the first of them ADDED. */
function countsAdded({ got, expected }: Printed): boolean {
  const [, due] = /^(\d+) documents of changes$/.exec(expected) ?? []
  const found = eventTypesIn(got)
  return due !== undefined && found.length > Number(due) && found[0] === 'ADDED'
}

/** Whether the first event of an object is its present state, after the change that is due. */
const showsPresentStateFirst = ({ got, expected }: Printed): boolean =>
  got.startsWith('first ADDED ') && expected.startsWith('["')

/** Whether a watch from a version that does not exist yet sends objects that exist. */
const isAddedTooEarly = ({ got, expected }: Printed): boolean =>
  expected.startsWith('nothing at or before ') &&
  eventTypesIn(got).length > 0 &&
  eventTypesIn(got).every(type => type === 'ADDED')

/**
 * Whether a watch sends the present objects, in a run in which one sends objects from before its
 * version.
 */
export const sendsUnchangedObjects: Explains = failed =>
  failed.areUnchangedObjectsSent &&
  isDone(failed) &&
  [isPresentObject, beginsWithAdded, countsAdded, isAddedTooEarly, showsPresentStateFirst].some(
    shows => shows(failed),
  )

/** Whether a watch of the run sends an object that was created long before its version. */
export const areUnchangedObjectsSent = (failed: FailureEvidence[]): boolean =>
  failed.some(one => isDone(one) && isAddedLongAgo(one))
