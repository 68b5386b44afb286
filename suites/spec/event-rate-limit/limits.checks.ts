// Checks how servers limit events that were started with limits (suites/setups/event-limits.ts).

import fc from 'fast-check'
import { eventLimitsOf } from '../../../fixtures/objects/event-limits.ts'
import type { LimitingSetup } from '../../../fixtures/objects/event-limits.ts'
import {
  actsAsUsers,
  eventsFollowLimits,
  refusalIsNoted,
  someEventIsRefused,
} from '../../../properties/laws/event-rate-limit/limited-events.ts'
import {
  askForUser,
  createAdmittedEvent,
  createEvent,
  createEvents,
  createNamespace,
  waitSeconds,
} from '../../../properties/scenarios/event-rate-limit/limited-events.ts'
import type { EventOptions } from '../../../properties/scenarios/event-rate-limit/limited-events.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const namespaces = (setup: LimitingSetup, ...names: string[]): Step[] =>
  names.map(namespace => createNamespace({ setup, namespace }))

/** The limit of the server is used up, and events that differ in everything else are sent. */
const ofTheServer = (id: Id, says: string): Check => {
  const setup = 'limit of the server'
  return property(
    id,
    fc
      .constantFrom(['b', 'c', 'b', 'c', 'b', 'c'], ['c', 'b', 'c', 'b', 'c', 'b'])
      .map(others =>
        scenarioWith(
          ...namespaces(setup, 'a', 'b', 'c'),
          createAdmittedEvent('first', { setup }),
          ...createEvents('fill', 8, { setup }),
          ...others.map((namespace, index) =>
            createEvent(`other ${index}`, { setup, namespace, object: `object-${index}` }),
          ),
        ),
      ),
    inTurn(
      someEventIsRefused(setup, 'fill', 'Events beyond the limit are refused.'),
      eventsFollowLimits({ setup, says, judged: 'other', evidence: { refused: 2 } }),
    ),
    { scenariosMax: 1 },
  )
}

/** The limit of one key is used up, and events with other keys are sent in any order. */
const ofEachKey = (
  id: Id,
  says: string,
  { setup, ...first }: EventOptions,
  others: Omit<EventOptions, 'setup'>[],
  more: { before?: Step[]; judge?: Check['judge'] } = {},
): Check => {
  const [{ qps, burst }] = eventLimitsOf[setup]
  return property(
    id,
    fc
      .shuffledSubarray(others, { minLength: others.length })
      .map(shuffled =>
        scenarioWith(
          ...namespaces(setup, 'a', 'b'),
          ...(more.before ?? []),
          createAdmittedEvent('first', { setup, ...first }),
          ...createEvents('fill', burst + 2 + 2 * qps, { setup, ...first }),
          ...shuffled.map((other, index) =>
            createEvent(`other ${index}`, { setup, ...first, ...other }),
          ),
        ),
      ),
    inTurn(
      more.judge ?? (() => []),
      someEventIsRefused(setup, 'fill', 'Events beyond the limit are refused.'),
      eventsFollowLimits({ setup, says, judged: 'other', evidence: { admissible: others.length } }),
    ),
    { scenariosMax: 1 },
  )
}

const users: EventOptions = { setup: 'limits of users', user: 'ada' }
const cached = 'few buckets'
const together = 'limits of sources and namespaces'
const slow = 'limits of namespaces'

export default [
  ofTheServer('RATE-008', 'The size of the cache has no effect on the limit of the server.'),
  property(
    'RATE-009',
    // The last used of two exhausted buckets stays, and the other one is dropped.
    fc
      .constantFrom(['a', 'b'], ['b', 'a'])
      .map(([kept = '', dropped = '']) =>
        scenarioWith(
          ...namespaces(cached, 'a', 'b', 'c'),
          ...createEvents('kept', 5, { setup: cached, namespace: kept }),
          ...createEvents('dropped', 5, { setup: cached, namespace: dropped }),
          createEvent('kept once more', { setup: cached, namespace: kept }),
          createEvent('third', { setup: cached, namespace: 'c' }),
          ...createEvents('again, kept', 4, { setup: cached, namespace: kept }),
          ...createEvents('again, dropped', 3, { setup: cached, namespace: dropped }),
        ),
      ),
    inTurn(
      someEventIsRefused(cached, 'kept', 'Events beyond the limit are refused.'),
      eventsFollowLimits({
        setup: cached,
        says: 'Each type of limit keeps its buckets in a cache, which drops the least recently used.',
        judged: 'again',
        evidence: { admissible: 3, refused: 2 },
      }),
    ),
    { scenariosMax: 1, alone: true },
  ),
  property(
    'RATE-010',
    fc
      .constantFrom('a', 'b')
      .map(first =>
        scenarioWith(
          ...namespaces(cached, 'a', 'b', 'c'),
          ...createEvents('fill', 5, { setup: cached, namespace: first }),
          ...['a', 'b', 'c']
            .filter(other => other !== first)
            .map(other => createEvent(`other ${other}`, { setup: cached, namespace: other })),
          ...createEvents('again', 3, { setup: cached, namespace: first }),
        ),
      ),
    inTurn(
      someEventIsRefused(cached, 'fill', 'Events beyond the limit are refused.'),
      eventsFollowLimits({
        setup: cached,
        says: 'A bucket that was dropped from the cache begins with its whole burst again.',
        judged: 'again',
        evidence: { admissible: 3 },
      }),
    ),
    { scenariosMax: 1, alone: true },
  ),
  ofTheServer('RATE-011', 'All events of the server share the limit of the server.'),
  ofEachKey('RATE-012', 'Each namespace has a bucket.', { setup: slow }, [
    { namespace: 'b' },
    { namespace: 'b' },
    { namespace: 'b', object: 'another' },
  ]),
  ofEachKey(
    'RATE-013',
    'Each user has a bucket.',
    users,
    [{ user: 'bob' }, { user: 'bob' }, { user: 'bob' }],
    {
      before: [askForUser('ada', users), askForUser('bob', users)],
      judge: history => actsAsUsers(history, 'ada', 'bob'),
    },
  ),
  ofEachKey(
    'RATE-014',
    'Each combination of a source and an object has a bucket.',
    { setup: together },
    [
      { object: 'b' },
      { object: 'c' },
      { object: 'd' },
      { component: 'another' },
      { host: 'another' },
    ],
  ),
  property(
    'RATE-015',
    fc
      .integer({ min: 13, max: 15 })
      .map(count =>
        scenarioWith(
          ...namespaces(slow, 'a'),
          ...createEvents('in turn, at once', count, { setup: slow }),
          ...waitSeconds(3, { setup: slow }),
          ...createEvents('in turn, later', count, { setup: slow }),
        ),
      ),
    eventsFollowLimits({
      setup: slow,
      says: 'As many events as the burst are admitted at once, and then as many a second as qps.',
      judged: 'in turn',
      evidence: { admissible: 12, refused: 2 },
    }),
    { scenariosMax: 1 },
  ),
  property(
    'RATE-016',
    fc
      .integer({ min: 14, max: 16 })
      .map(count =>
        scenarioWith(
          ...namespaces(slow, 'a'),
          createEvent('first', { setup: slow }),
          ...waitSeconds(4, { setup: slow }),
          ...createEvents('after idleness', count, { setup: slow }),
        ),
      ),
    eventsFollowLimits({
      setup: slow,
      says: 'Unused allowance accumulates, and never exceeds the burst.',
      judged: 'after idleness',
      evidence: { admissible: 10, refused: 1 },
    }),
    { scenariosMax: 1 },
  ),
  property(
    'RATE-017',
    fc.integer({ min: 20, max: 22 }).map(count =>
      scenarioWith(
        ...namespaces(together, 'a', 'b'),
        ...createEvents('event of one object', 8, { setup: together }),
        ...Array.from({ length: count }, (_, index) =>
          createEvent(`event of an object ${index}`, {
            setup: together,
            namespace: 'b',
            object: `object-${index}`,
          }),
        ),
      ),
    ),
    eventsFollowLimits({
      setup: together,
      says: 'An event must pass every limit.',
      judged: 'event',
      evidence: { admissible: 20, refused: 4 },
    }),
    { scenariosMax: 1 },
  ),
  example(
    'RATE-018',
    [
      ...namespaces(together, 'a'),
      ...createEvents('event', 9, { setup: together }),
      createNamespace({ setup: together, namespace: 'b' }),
    ],
    refusalIsNoted,
  ),
]
