import { describe, expect, test } from 'vitest'
import type { Exchange, History, Stream } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  getAnswer,
  historyOfWrites,
  withStepLabel,
  listAnswer,
  listedObject,
  refusedRead,
} from '../../history/test-writes.ts'
import { observationTexts, acknowledgedWrite } from '../../history/test-writes.ts'
import {
  bookmarkDocument,
  watchEventDocument,
  awaitExchangeOf,
  watchExchangeOf,
} from '../../history/test-watches.ts'
import {
  absentNamespaceIsAnEmptyStream,
  streamIsJsonLines,
  namedWatchPathAnswersTheObject,
  invalidVersionIsRefused,
  watchMatchIsInvalid,
  negativeTimeoutEndsAtOnce,
  deprecatedWatchPathIsServed,
  watchesDeliverTheSame,
  timeoutEndsTheWatch,
  watchNeedsItsOwnRight,
} from './options.ts'
import { requireVersionKept } from './watch-stream.ts'

type Written = (position: number) => Exchange
type Law = (history: History) => Iterable<Observation>

const judged = (law: Law, ...written: Written[]) => observationTexts(law(historyOfWrites(written)))

const x1 = listedObject('x', '1')
const event = watchEventDocument('ADDED', x1)
const created = withStepLabel('object', acknowledgedWrite(x1))
const late = 'nothing came for 5 ms'

/** Returns a watch with other stream data or headers. */
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

/** Returns a refusal with a Status. */
const refusedWith =
  (step: string, status: number, body: object): Written =>
  position => ({
    ...refusedRead(step, status)(position),
    answer: { status, headers: {}, text: JSON.stringify(body), body },
  })

test('a resourceVersionMatch that is not allowed is Invalid by itself (K8S-WATCH-020)', () => {
  const says = 'It is invalid.'
  const causes = [{ reason: 'FieldValueForbidden', field: 'resourceVersionMatch' }]
  const details = { group: 'meta.cluster.example', kind: 'ListOptions', causes }
  const invalid = { kind: 'Status', reason: 'Invalid', details }
  const law = watchMatchIsInvalid(says)
  const twin = watchExchangeOf('twin', [event])
  expect(judged(law, created, twin, refusedWith('fault', 422, invalid))).toEqual(['held'])
  expect(judged(law, created, twin, refusedWith('fault', 400, invalid))).toEqual([says])
  expect(judged(law, created, twin, watchExchangeOf('fault', [event]))).toEqual([says])
  expect(judged(law, created, refusedRead('twin', 422), watchExchangeOf('fault', []))).toEqual([
    'preconditionUnmet',
  ])
})

test('an invalid version is refused with a 4xx, or with 500 without a reason', () => {
  const says = 'It is invalid.'
  const law = invalidVersionIsRefused(says)
  const twin = watchExchangeOf('twin', [event])
  const answered = (status: number, reason: string | undefined) =>
    judged(law, created, twin, refusedWith('fault 0', status, { kind: 'Status', reason }))
  expect(answered(400, 'BadRequest')).toEqual(['held'])
  expect(answered(422, 'Invalid')).toEqual(['held'])
  expect(answered(500, undefined)).toEqual(['held'])
  expect(answered(500, 'InternalError')).toContain('The Status of a refusal names its reason.')
  expect(judged(law, created, twin, watchExchangeOf('fault 0', [event]))).toEqual([says])
})

describe('timeoutSeconds of a watch (K8S-WATCH-026, K8S-WATCH-027)', () => {
  const ending = (label: string, at?: number): Written =>
    streaming(watchExchangeOf(label, [event]), {
      end: at === undefined ? { at: 9999, how: 'closed' } : { at, how: 'ended' },
    })
  const waits = [awaitExchangeOf('second ends')]

  test('ends a watch after a second, or at any time if it is 0', () => {
    expect(judged(timeoutEndsTheWatch, ending('second', 1010), ending('zero'), ...waits)).toEqual([
      'held',
    ])
    expect(
      judged(timeoutEndsTheWatch, ending('second', 1010), ending('zero', 5000), ...waits),
    ).toEqual(['held'])
    expect(judged(timeoutEndsTheWatch, ending('second'), ending('zero'), ...waits)).toEqual([
      'A watch with timeoutSeconds ends when that time is over.',
    ])
    expect(
      judged(timeoutEndsTheWatch, ending('second', 1010), ending('zero', 20), ...waits),
    ).toContain('A watch with timeoutSeconds=0 does not time out.')
  })

  test('is not judged if a list comes instead of events', () => {
    const list = streaming(watchExchangeOf('second', [{ kind: 'LeaseList', items: [] }]), {
      end: { at: 20, how: 'ended' },
    })
    for (const law of [timeoutEndsTheWatch, negativeTimeoutEndsAtOnce])
      expect(judged(law, list, ending('zero'), ending('negative'), ...waits)).toEqual([
        'preconditionUnmet',
      ])
  })

  test('ends a watch in less than a second if it is negative', () => {
    const law = negativeTimeoutEndsAtOnce
    const second = ending('second', 1010)
    const says = 'A watch with a negative timeoutSeconds ends at once.'
    expect(judged(law, second, ending('negative', 20), ...waits)).toEqual(['held'])
    expect(judged(law, second, ending('negative'), ...waits)).toEqual([says])
    expect(judged(law, second, ending('negative', 1020), ...waits)).toEqual([says])
    expect(judged(law, second, ending('negative'), awaitExchangeOf('second ends', late))).toEqual([
      'preconditionUnmet',
    ])
  })
})

test('limit and continue have no effect on a watch (K8S-WATCH-028)', () => {
  const other = watchEventDocument('ADDED', listedObject('y', '2'))
  const law = watchesDeliverTheSame(['plain', 'limited'])
  const compared = (limited: Written, problem?: string) =>
    judged(
      law,
      created,
      acknowledgedWrite(listedObject('y', '2')),
      watchExchangeOf('plain', [event, other]),
      limited,
      awaitExchangeOf('plain shows marker'),
      awaitExchangeOf('limited shows marker', problem),
    )
  const says = 'limit and continue have no effect on a watch.'
  expect(compared(watchExchangeOf('limited', [other, event]))).toEqual(['held'])
  expect(compared(watchExchangeOf('limited', [event]))).toEqual([says])
  expect(compared(refusedRead('limited', 400))).toEqual([says])
  expect(compared(watchExchangeOf('limited', [event]), late)).toEqual(['preconditionUnmet'])
  const ofOthers = watchEventDocument('MODIFIED', listedObject('y', '3'))
  expect(compared(watchExchangeOf('limited', [event, ofOthers]))).toEqual(['preconditionUnmet'])
})

test('a newline separates JSON documents (K8S-WATCH-030)', () => {
  const two = watchExchangeOf('watch', [event, event])
  const json = { 'content-type': 'application/json' }
  const newline = 'Two documents of a watch are separated by one newline.'
  expect(judged(streamIsJsonLines, streaming(two, {}, json))).toEqual(['held'])
  expect(judged(streamIsJsonLines, streaming(two, { separators: [''] }, json))).toContain(newline)
  expect(judged(streamIsJsonLines, streaming(two, { separators: ['\n', '\n\n'] }, json))).toContain(
    newline,
  )
  expect(judged(streamIsJsonLines, streaming(two, {}, { 'content-type': 'text/plain' }))).toContain(
    'The Content-Type of a JSON watch is application/json.',
  )
  expect(
    judged(streamIsJsonLines, streaming(watchExchangeOf('watch', [event]), {}, json)),
  ).toContain('preconditionUnmet')
})

test('a watch on the path of an object returns the object (K8S-WATCH-031)', () => {
  const wait = awaitExchangeOf('named has 1 events')
  expect(
    judged(namedWatchPathAnswersTheObject, created, watchExchangeOf('named', [x1]), wait),
  ).toEqual(['held'])
  expect(
    judged(namedWatchPathAnswersTheObject, created, watchExchangeOf('named', [event]), wait),
  ).toEqual(['A GET of one object with watch returns the object.'])
  expect(
    judged(
      namedWatchPathAnswersTheObject,
      created,
      watchExchangeOf('named', []),
      awaitExchangeOf(wait(0).step, late),
    ),
  ).toEqual(['preconditionUnmet'])
})

test('the answer of the deprecated watch path is recorded (K8S-WATCH-032)', () => {
  expect(
    judged(deprecatedWatchPathIsServed, created, watchExchangeOf('old path', [event])),
  ).toEqual(['recorded'])
  expect(judged(deprecatedWatchPathIsServed, created, refusedRead('old path', 404))).toEqual([
    'recorded',
  ])
})

test('a version that is no longer kept is inconclusive (WATCH-026)', () => {
  const gone = { type: 'ERROR', object: { kind: 'Status', metadata: {}, code: 410 } }
  const law = (history: History) => requireVersionKept(history, 'watch')

  expect(judged(law, watchExchangeOf('watch', [event]))).toEqual([])
  expect(judged(law, watchExchangeOf('watch', [gone]))).toEqual(['preconditionUnmet'])
  expect(judged(law, refusedRead('watch', 410))).toEqual(['preconditionUnmet'])
})

test('a watch in a missing namespace has no events (K8S-WATCH-033)', () => {
  const says = 'A watch in a missing namespace is a stream without events.'
  const [twin, refusedTwin] = [watchExchangeOf('twin', []), refusedRead('twin', 500)]
  const later = withStepLabel('later', acknowledgedWrite(listedObject('y', '2')))
  const of = (
    nowhere: Written,
    { beside = twin, problem }: { beside?: Written; problem?: string } = {},
  ) =>
    judged(
      absentNamespaceIsAnEmptyStream,
      created,
      beside,
      nowhere,
      later,
      awaitExchangeOf('twin shows later', problem),
    )

  expect(of(watchExchangeOf('nowhere', []))).toEqual(['held'])
  expect(of(watchExchangeOf('nowhere', [bookmarkDocument('1')]))).toEqual([says])
  expect(of(refusedRead('nowhere', 404))).toEqual([says])
  expect(of(watchExchangeOf('nowhere', []), { beside: refusedTwin })).toEqual(['preconditionUnmet'])
  expect(of(watchExchangeOf('nowhere', []), { problem: 'nothing came' })).toEqual([
    'preconditionUnmet',
  ])
})

describe('watch is a separate permission (K8S-WATCH-034)', () => {
  const forbidden = (step: string) => refusedWith(step, 403, { reason: 'Forbidden' })

  const judgedWatch = (watch: Written, ...others: Written[]) =>
    judged(
      watchNeedsItsOwnRight,
      created,
      listAnswer('list with list', [x1]),
      withStepLabel('get with get', getAnswer('get', x1)),
      watch,
      awaitExchangeOf('watch with watch shows object'),
      ...others,
    )
  const denied = ['watch with list', 'watch with get', 'list with watch'].map(forbidden)

  test('a client with the right gets a stream with its initial events, and others do not', () => {
    expect(judgedWatch(watchExchangeOf('watch with watch', [event]), ...denied)).toEqual(['held'])
    expect(judgedWatch(forbidden('watch with watch'), ...denied)).toContain(
      'A client that may watch gets a stream.',
    )
    expect(judgedWatch(watchExchangeOf('watch with watch', []), ...denied)).toContain(
      'A client that may watch gets the initial events.',
    )
  })

  test.each(['watch with list', 'watch with get'])('%s is refused', label => {
    const others = [...denied.filter(one => one(0).step !== label), watchExchangeOf(label, [event])]
    expect(judgedWatch(watchExchangeOf('watch with watch', [event]), ...others)).toContain(
      'watch is a separate permission from list and get.',
    )
  })
})
