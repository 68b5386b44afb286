// Checks what events hold of bodies, by the level of their rule, and annotations of plug-ins
// (suites/setups/audit.ts).

import fc from 'fast-check'
import { auditNamespaces } from '../../../fixtures/objects/audit.ts'
import type { AuditNamespace } from '../../../fixtures/objects/audit.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import { hasStep } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  eventsOf,
  lastEventOf,
  memberOf,
  requireEvents,
  requireSuccess,
} from '../../../properties/laws/audit/recorded-events.ts'
import { annotated, annotation } from '../../../properties/scenarios/audit/annotating-webhook.ts'
import {
  audited,
  configMap,
  configMaps,
  content,
  createAuditNamespace,
  createIn,
  readEvents,
} from '../../../properties/scenarios/audit/audited-requests.ts'
import {
  annotationsOf,
  requireAnnotated,
} from '../../../properties/laws/audit/annotated-requests.ts'
import { example, property } from '../../check.ts'

const levels = ['metadata', 'request', 'response'] as const

/** Creates a config map where each level applies. */
const createdIn = (...namespaces: readonly AuditNamespace[]): Step[] => [
  ...namespaces.flatMap(of => [createAuditNamespace(of), createIn(of, of)]),
  readEvents(...namespaces),
]

/** Writes in two namespaces, in any order. */
const writesIn = (...two: [AuditNamespace, AuditNamespace]) =>
  fc.shuffledSubarray(two, { minLength: 2 }).map(some => scenarioWith(...createdIn(...some)))

/** Events have an object where the level says so, and only there. */
const hasBody = (
  member: 'requestObject' | 'responseObject',
  { absent, present }: { absent: AuditNamespace; present: AuditNamespace },
) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, absent, present)
    yield* requireEvents(history, absent, present)
    const says = `${member} is in events from a level on, and not in those below.`
    const data = memberOf(lastEventOf(history, present)?.[member], 'data')
    yield verify(memberOf(data, 'text') === content.text, {
      says,
      expected: `${member} with the content of the object`,
      got: lastEventOf(history, present)?.[member] ?? 'none',
      at: present,
    })
    const found = eventsOf(history, absent).find(event => event[member] !== undefined)
    yield verify(found === undefined, {
      says,
      expected: `no ${member}`,
      got: found,
      at: absent,
    })
  }

const yaml = { 'content-type': 'application/yaml' }

export default [
  property(
    'AUDIT-020',
    writesIn('metadata', 'request'),
    hasBody('requestObject', { absent: 'metadata', present: 'request' }),
    { scenariosMax: 2 },
  ),
  example(
    'AUDIT-021',
    [
      createAuditNamespace('request'),
      audited('yaml', 'POST', configMaps(auditNamespaces.request), {
        body: {
          $text: {
            $join: [
              'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ',
              caseName('yaml'),
              `\ndata:\n  text: ${content.text}\n`,
            ],
          },
        },
        headers: yaml,
      }),
      readEvents('yaml'),
    ],
    function* (history) {
      yield* requireSuccess(history, 'yaml')
      yield* requireEvents(history, 'yaml')
      const found = lastEventOf(history, 'yaml')?.['requestObject']
      yield* precondition(found !== undefined, 'the request is not recorded')
      yield verify(memberOf(memberOf(found, 'data'), 'text') === content.text, {
        says: 'requestObject is JSON whatever the encoding of the request is.',
        expected: 'the object that was sent, as JSON',
        got: found,
        at: 'yaml',
      })
    },
  ),
  example(
    'AUDIT-022',
    [
      createAuditNamespace('response'),
      createIn('response', 'response'),
      audited('path', 'POST', '/version', { body: configMap('path') }),
      readEvents('response', 'path'),
    ],
    function* (history) {
      yield* requireSuccess(history, 'response')
      yield* requireEvents(history, 'response', 'path')
      yield* precondition(
        lastEventOf(history, 'response')?.['requestObject'] !== undefined,
        'requests are not recorded at the highest level',
      )
      const found = eventsOf(history, 'path').find(event => event['requestObject'] !== undefined)
      yield verify(found === undefined, {
        says: 'Events of paths have no requestObject.',
        expected: 'no requestObject',
        got: found,
        at: 'path',
      })
    },
  ),
  property(
    'AUDIT-023',
    fc
      .constantFrom('metadata' as const, 'request' as const)
      .chain(lower => writesIn(lower, 'response')),
    history =>
      hasBody('responseObject', {
        absent: levels.find(level => level !== 'response' && hasStep(history, level)) ?? 'request',
        present: 'response',
      })(history),
    { scenariosMax: 3 },
  ),
  example('AUDIT-025', annotated, function* (history) {
    yield* requireAnnotated(history)
    const found = annotationsOf(history)
    yield verify(
      found.some(([, value]) => value === annotation.value),
      {
        says: 'Annotations of plug-ins are in events at the level Metadata.',
        expected: `an annotation with the value ${annotation.value}`,
        got: Object.fromEntries(found),
        at: 'annotated',
      },
    )
    const other = found.find(([, value]) => typeof value !== 'string')
    yield verify(other === undefined, {
      says: 'annotations is a map of texts.',
      expected: 'texts',
      got: other,
      at: 'annotated',
    })
  }),
]
