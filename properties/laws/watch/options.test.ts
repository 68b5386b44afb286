import { describe, expect, test } from 'vitest'
import type { Exchange, History, Stream } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { got, historyOf, labelled, listed, object, refusedRead } from '../../history/written.ts'
import { verdictsOf, wrote } from '../../history/written.ts'
import { bookmark, told, waited, watched } from '../../history/written-watch.ts'
import {
  isEmptyStream,
  isJsonLines,
  isTheObject,
  matchIsInvalid,
  negativeTimeIsOver,
  oldPath,
  tellTheSame,
  timeEndsAWatch,
  watchIsARight,
} from './options.ts'
import { stillKept } from './told.ts'

type Written = (position: number) => Exchange
type Law = (history: History) => Iterable<Observation>

const judged = (law: Law, ...written: Written[]) => verdictsOf(law(historyOf(written)))

const x1 = object('x', '1')
const event = told('ADDED', x1)
const created = labelled('object', wrote(x1))
const late = 'nothing came for 5 ms'

/** A watch with another stream, or with other headers. */
const streaming =
  (written: Written, stream: Partial<Stream>, headers: Record<string, string> = {}): Written =>
  position => {
    const watch = written(position)
    return {
      ...watch,
      answer: { status: 200, headers, text: '', body: undefined },
      stream: { ...(watch.stream as Stream), ...stream },
    }
  }

/** A refusal with a Status. */
const refusedWith =
  (step: string, status: number, body: object): Written =>
  position => ({
    ...refusedRead(step, status)(position),
    answer: { status, headers: {}, text: JSON.stringify(body), body },
  })

test('a match that is not allowed is Invalid, for its own sake (K8S-WATCH-020)', () => {
  const says = 'It is invalid.'
  const causes = [{ reason: 'FieldValueForbidden', field: 'resourceVersionMatch' }]
  const details = { group: 'meta.cluster.example', kind: 'ListOptions', causes }
  const invalid = { kind: 'Status', reason: 'Invalid', details }
  const law = matchIsInvalid(says)
  const twin = watched('twin', [event])
  expect(judged(law, created, twin, refusedWith('fault', 422, invalid))).toEqual(['held'])
  expect(judged(law, created, twin, refusedWith('fault', 400, invalid))).toEqual([says])
  expect(judged(law, created, twin, watched('fault', [event]))).toEqual([says])
  expect(judged(law, created, refusedRead('twin', 422), watched('fault', []))).toEqual(['unmet'])
})

describe('the time of a watch (K8S-WATCH-026, K8S-WATCH-027)', () => {
  const ending = (label: string, at?: number): Written =>
    streaming(watched(label, [event]), {
      end: at === undefined ? { at: 9999, how: 'closed' } : { at, how: 'ended' },
    })
  const waits = [waited('second ends')]

  test('a second is over after a second, and 0 is no time', () => {
    expect(judged(timeEndsAWatch, ending('second', 1010), ending('zero'), ...waits)).toEqual([
      'held',
    ])
    expect(judged(timeEndsAWatch, ending('second', 1010), ending('zero', 5000), ...waits)).toEqual([
      'held',
    ])
    expect(judged(timeEndsAWatch, ending('second'), ending('zero'), ...waits)).toEqual([
      'A watch with timeoutSeconds ends when that time is over.',
    ])
    expect(judged(timeEndsAWatch, ending('second', 1010), ending('zero', 20), ...waits)).toContain(
      'A watch with timeoutSeconds=0 does not time out.',
    )
  })

  test('a negative time is over before a second is', () => {
    const law = negativeTimeIsOver
    const second = ending('second', 1010)
    const says = 'A watch with a negative timeoutSeconds ends at once.'
    expect(judged(law, second, ending('negative', 20), ...waits)).toEqual(['held'])
    expect(judged(law, second, ending('negative'), ...waits)).toEqual([says])
    expect(judged(law, second, ending('negative', 1020), ...waits)).toEqual([says])
    expect(judged(law, second, ending('negative'), waited('second ends', late))).toEqual(['unmet'])
  })
})

test('a limit and a continue mean nothing to a watch (K8S-WATCH-028)', () => {
  const other = told('ADDED', object('y', '2'))
  const law = tellTheSame(['plain', 'limited'])
  const compared = (limited: Written, problem?: string) =>
    judged(
      law,
      created,
      wrote(object('y', '2')),
      watched('plain', [event, other]),
      limited,
      waited('plain shows marker'),
      waited('limited shows marker', problem),
    )
  const says = 'A limit and a continue mean nothing to a watch.'
  expect(compared(watched('limited', [other, event]))).toEqual(['held'])
  expect(compared(watched('limited', [event]))).toEqual([says])
  expect(compared(refusedRead('limited', 400))).toEqual([says])
  expect(compared(watched('limited', [event]), late)).toEqual(['unmet'])
  const ofOthers = told('MODIFIED', object('y', '3'))
  expect(compared(watched('limited', [event, ofOthers]))).toEqual(['unmet'])
})

test('a newline stands between documents of JSON (K8S-WATCH-030)', () => {
  const two = watched('watch', [event, event])
  const json = { 'content-type': 'application/json' }
  const newline = 'Two documents of a watch are separated by one newline.'
  expect(judged(isJsonLines, streaming(two, {}, json))).toEqual(['held'])
  expect(judged(isJsonLines, streaming(two, { separators: [''] }, json))).toContain(newline)
  expect(judged(isJsonLines, streaming(two, { separators: ['\n', '\n\n'] }, json))).toContain(
    newline,
  )
  expect(judged(isJsonLines, streaming(two, {}, { 'content-type': 'text/plain' }))).toContain(
    'The Content-Type of a watch of JSON is application/json.',
  )
  expect(judged(isJsonLines, streaming(watched('watch', [event]), {}, json))).toContain('unmet')
})

test('a watch of a named path is the object (K8S-WATCH-031)', () => {
  const wait = waited('named has 1 events')
  expect(judged(isTheObject, created, watched('named', [x1]), wait)).toEqual(['held'])
  expect(judged(isTheObject, created, watched('named', [event]), wait)).toEqual([
    'A GET of one object with watch is answered with the object.',
  ])
  expect(judged(isTheObject, created, watched('named', []), waited(wait(0).step, late))).toEqual([
    'unmet',
  ])
})

test('what the old path of a watch answers is noted (K8S-WATCH-032)', () => {
  expect(judged(oldPath, created, watched('old path', [event]))).toEqual(['noted'])
  expect(judged(oldPath, created, refusedRead('old path', 404))).toEqual(['noted'])
})

test('a version that is no longer kept says nothing of the watch (WATCH-026)', () => {
  const gone = { type: 'ERROR', object: { kind: 'Status', metadata: {}, code: 410 } }
  const law = (history: History) => stillKept(history, 'watch')

  expect(judged(law, watched('watch', [event]))).toEqual([])
  expect(judged(law, watched('watch', [gone]))).toEqual(['unmet'])
  expect(judged(law, refusedRead('watch', 410))).toEqual(['unmet'])
})

test('a watch where no namespace is has no events (K8S-WATCH-033)', () => {
  const says = 'A watch in a namespace that is not there is a stream without events.'
  const [twin, refusedTwin] = [watched('twin', []), refusedRead('twin', 500)]
  const later = labelled('later', wrote(object('y', '2')))
  const of = (
    nowhere: Written,
    { beside = twin, problem }: { beside?: Written; problem?: string } = {},
  ) => judged(isEmptyStream, created, beside, nowhere, later, waited('twin shows later', problem))

  expect(of(watched('nowhere', []))).toEqual(['held'])
  expect(of(watched('nowhere', [bookmark('1')]))).toEqual([says])
  expect(of(refusedRead('nowhere', 404))).toEqual([says])
  expect(of(watched('nowhere', []), { beside: refusedTwin })).toEqual(['unmet'])
  expect(of(watched('nowhere', []), { problem: 'nothing came' })).toEqual(['unmet'])
})

describe('watch is a separate permission (K8S-WATCH-034)', () => {
  const forbidden = (step: string) => refusedWith(step, 403, { reason: 'Forbidden' })

  const asked = (watch: Written, ...others: Written[]) =>
    judged(
      watchIsARight,
      created,
      listed('list with list', [x1]),
      labelled('get with get', got('get', x1)),
      watch,
      waited('watch with watch shows object'),
      ...others,
    )
  const denied = ['watch with list', 'watch with get', 'list with watch'].map(forbidden)

  test('who has it gets a stream and its initial events, and nobody else does', () => {
    expect(asked(watched('watch with watch', [event]), ...denied)).toEqual(['held'])
    expect(asked(forbidden('watch with watch'), ...denied)).toContain(
      'Who may watch is answered with a stream.',
    )
    expect(asked(watched('watch with watch', []), ...denied)).toContain(
      'Who may watch gets the initial events.',
    )
  })

  test.each(['watch with list', 'watch with get'])('%s is refused', label => {
    const others = [...denied.filter(one => one(0).step !== label), watched(label, [event])]
    expect(asked(watched('watch with watch', [event]), ...others)).toContain(
      'Watch is a right apart from list and get.',
    )
  })
})
