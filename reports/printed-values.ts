// Reads the expected and the received values of failures, as the laws print them.

import type { FailureEvidence } from './failure-evidence.ts'

/** Whether a printed list holds an entry twice. */
export function repeats(printed: string): boolean {
  const entries = entriesOf(printed)
  return new Set(entries).size < entries.length
}

/** Whether the received list lacks entries of the expected one, and has no others. */
export function isPartOf({ got, awaited }: FailureEvidence): boolean {
  const [some, all] = [entriesOf(got), new Set(entriesOf(awaited))]
  return some.length < all.size && some.every(entry => all.has(entry))
}

/** Whether both values are versions, and the received one is the lower. */
export const isLower = ({ got, awaited }: FailureEvidence): boolean =>
  /^\d+$/.test(got) && /^\d+$/.test(awaited) && BigInt(got) < BigInt(awaited)

/** Whether the received value is a version below the lowest that is allowed. */
export const isBelow = ({ got, awaited }: Pick<FailureEvidence, 'got' | 'awaited'>): boolean => {
  const [, lowest] = /^(?:at least )?(\d+)(?: or a later version)?$/.exec(awaited) ?? []
  return lowest !== undefined && /^\d+$/.test(got) && BigInt(got) < BigInt(lowest)
}

/** Returns the entries of a printed list: a JSON array, or names separated by blanks. */
function entriesOf(printed: string): string[] {
  const isArray = printed.startsWith('[')
  const inner = isArray ? printed.slice(1, -1) : printed
  return inner === '' ? [] : inner.split(isArray ? ',' : ' ')
}

export const creationTime = /^(?:\/metadata\/creationTimestamp: )?\d{4}-\d\d-\d\dT[\d:.]+Z$/

// An event as the watch laws print it: its type, and then an object at a version, or a time.
export const printedEvent = /^(?:first )?([A-Z]{3,}) (?:\S+ at |with )/
export const eventTypes = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']

/** Whether nothing came of a change for which a watch was open. */
export const isChangeAwaited = ({ got, awaited }: Pick<FailureEvidence, 'got' | 'awaited'>) =>
  (/^nothing came for \d+ ms/.test(got) && / shows /.test(awaited)) ||
  awaited.startsWith('an event of ') ||
  /^\d+ more changes of /.test(awaited)

/** Whether a watch lacks a change, as its received events or a later list show. */
export const lacksChange = ({ got, awaited }: Pick<FailureEvidence, 'got' | 'awaited'>): boolean =>
  /^first [A-Z]+ |^\d+ events? of |^\[".* holds /.test(got) ||
  // A list and its later events still show an object whose removal was not sent.
  awaited.endsWith(itIsGone)

/** Whether the last of the changes that a watch lacks is a removal. */
export const lacksRemoval = ({ awaited }: Pick<FailureEvidence, 'awaited'>): boolean =>
  /"the removal of [^"]*"\]$/.test(awaited) || awaited.endsWith(itIsGone)

const itIsGone = ' at no version: it is gone'

/** The types of the events in a text such as `ADDED at 7, DELETED (events of a)`. */
const eventTypesIn = (text: string): string[] => text.match(/\b(ADDED|MODIFIED|DELETED)\b/g) ?? []

/** Returns the events in a text such as `["ADDED a at 7"]` or `ADDED at 7 (events of a)`. */
const eventsIn = (text: string): string[] =>
  text.replace(/ \(events of .*\)$/, '').match(/\b(?:ADDED|MODIFIED|DELETED)\b[^",]*/g) ?? []

/** Whether events are received as expected, except that some are missing. */
export function lacksEvents({ got, awaited }: Pick<FailureEvidence, 'got' | 'awaited'>): boolean {
  const [found, expected] = [eventsIn(got), eventsIn(awaited)]
  const isOther = !/^(?:nothing|\[\])$/.test(got) && found.length === 0
  return !isOther && found.length < expected.length && isSubsequence(found, expected)
}

function isSubsequence(some: string[], all: string[]): boolean {
  let at = 0
  for (const entry of all) if (entry === some[at]) at += 1
  return at === some.length
}

/** Whether the events differ only in that MODIFIED came where this type was expected. */
export function isModifiedFor(
  wanted: 'ADDED' | 'DELETED',
  { awaited, got }: FailureEvidence,
): boolean {
  const [expected, found] = [eventTypesIn(awaited), eventTypesIn(got)]
  const differing = expected.flatMap((type, index) =>
    type === found[index] ? [] : [[type, found[index]]],
  )
  return (
    expected.length === found.length &&
    differing.length > 0 &&
    differing.every(([type, other]) => type === wanted && other === 'MODIFIED')
  )
}
