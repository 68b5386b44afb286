// Reads the expected and the received values of failures, as the laws print them.

import type { FailureEvidence } from './failure-evidence.ts'

/** Whether a printed list holds an entry twice. */
export function repeats(printed: string): boolean {
  const entries = entriesOf(printed)
  return new Set(entries).size < entries.length
}

/** Whether the received list lacks entries of the expected one, and has no others. */
export function isPartOf({ got, expected }: FailureEvidence): boolean {
  const [some, all] = [entriesOf(got), new Set(entriesOf(expected))]
  return some.length < all.size && some.every(entry => all.has(entry))
}

/** Whether both values are versions, and the received one is the lower. */
export const isLower = ({ got, expected }: FailureEvidence): boolean =>
  /^\d+$/.test(got) && /^\d+$/.test(expected) && BigInt(got) < BigInt(expected)

/** Whether the received value is a version below the lowest that is allowed. */
export const isBelow = ({ got, expected }: Pick<FailureEvidence, 'got' | 'expected'>): boolean => {
  const [, lowest] = /^(?:at least )?(\d+)(?: or a later version)?$/.exec(expected) ?? []
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
export const isChangeAwaited = ({ got, expected }: Pick<FailureEvidence, 'got' | 'expected'>) =>
  (/^nothing came for \d+ ms/.test(got) && / shows /.test(expected)) ||
  expected.startsWith('an event of ') ||
  /^\d+ more changes of /.test(expected)

/** Whether a watch lacks a change, as its received events or a later list show. */
export const lacksChange = ({
  got,
  expected,
}: Pick<FailureEvidence, 'got' | 'expected'>): boolean =>
  /^first [A-Z]+ |^\d+ events? of |^\[".* holds /.test(got) ||
  // A list and its later events still show an object whose removal was not sent, or do not show
  // one whose creation was not sent.
  expected.endsWith(itIsGone) ||
  got.includes(itIsNotHeld)

/** Whether the last of the changes that a watch lacks is a removal. */
export const lacksRemoval = ({ expected }: Pick<FailureEvidence, 'expected'>): boolean =>
  /"the removal of [^"]*"\]$/.test(expected) || expected.endsWith(itIsGone)

const itIsGone = ' at no version: it is gone'
const itIsNotHeld = ' at no version: it is not held'

/** The types of the events in a text such as `ADDED at 7, DELETED (events of a)`. */
export const eventTypesIn = (text: string): string[] =>
  text.match(/\b(ADDED|MODIFIED|DELETED)\b/g) ?? []

/** Returns the events in a text such as `["ADDED a at 7"]` or `ADDED at 7 (events of a)`. */
const eventsIn = (text: string): string[] =>
  text.replace(/ \(events of .*\)$/, '').match(/\b(?:ADDED|MODIFIED|DELETED)\b[^",]*/g) ?? []

/** Whether events are received as expected, except that some are missing. */
export function lacksEvents({ got, expected }: Pick<FailureEvidence, 'got' | 'expected'>): boolean {
  const [found, wanted] = [eventsIn(got), eventsIn(expected)]
  const isOther = !/^(?:nothing|\[\])$/.test(got) && found.length === 0
  return !isOther && found.length < wanted.length && isSubsequence(found, wanted)
}

function isSubsequence(some: string[], all: string[]): boolean {
  let at = 0
  for (const entry of all) if (entry === some[at]) at += 1
  return at === some.length
}

/** Whether the events differ only in that MODIFIED came where this type was expected. */
export function isModifiedFor(
  wanted: 'ADDED' | 'DELETED',
  { expected, got }: FailureEvidence,
): boolean {
  const [due, found] = [eventTypesIn(expected), eventTypesIn(got)]
  const differing = due.flatMap((type, index) =>
    type === found[index] ? [] : [[type, found[index]]],
  )
  return (
    due.length === found.length &&
    differing.length > 0 &&
    differing.every(([type, other]) => type === wanted && other === 'MODIFIED')
  )
}
