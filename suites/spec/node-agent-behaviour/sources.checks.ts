// Checks the sources of pods of node agents (suites/setups/agents.ts).

import fc from 'fast-check'
import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import {
  hasCome,
  requireAccepted,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { followsPeriod } from '../../../properties/laws/agents/periods.ts'
import {
  removeFromFiles,
  runFromApi,
  runFromFile,
  runInForm,
} from '../../../properties/scenarios/agents/pods.ts'
import type { ManifestForm } from '../../../properties/scenarios/agents/pods.ts'
import { example, property } from '../../check.ts'

// The manifest host of an agent serves one manifest.
const alone = { alone: true as const, scenariosMax: 1 }

const forms: ManifestForm[] = ['JSON', 'YAML']
const standalone = benchOf(agentSetups.standalone)
const slow = benchOf(agentSetups.slow)

// Three requests have two intervals between them.
const requestsAsked = 3

export default [
  example('NODE-004', runFromApi('runs', 'a', agentSetups.registered), function* (history) {
    yield* requireBench(history)
    yield* requireAccepted(history, 'runs created')
    yield* hasCome(history, 'runs', 'Pods that are assigned to the node at the API are run.')
  }),
  example('NODE-005', runFromFile('runs', 'a'), function* (history) {
    yield* requireBench(history)
    yield* hasCome(history, 'runs', 'Pods of the file source are run.')
  }),
  property(
    'NODE-006',
    fc.constant(scenarioWith(...runInForm('runs', 'a', { form: 'JSON', source: 'host' }))),
    function* (history) {
      yield* requireBench(history)
      yield* hasCome(history, 'runs', 'Pods of the HTTP source are run.')
    },
    alone,
  ),
  property(
    'NODE-007',
    fc
      .constantFrom('files' as const, 'host' as const)
      .map(source =>
        scenarioWith(
          ...forms.flatMap(form => runInForm(form, form.toLowerCase(), { form, source })),
        ),
      ),
    function* (history) {
      yield* requireBench(history)
      for (const form of forms)
        yield* hasCome(history, form, 'A manifest may be JSON or YAML, in each source.')
    },
    { ...alone, scenariosMax: 4, observationsMin: 4 },
  ),
  example('NODE-010', runFromFile('runs', 'a'), function* (history) {
    yield* requireBench(history)
    yield* hasCome(history, 'runs', 'A new file is noticed within the check period.')
  }),
  example(
    'NODE-011',
    [standalone.untilManifestRequests('requests', requestsAsked)],
    function* (history) {
      yield* requireBench(history)
      yield* followsPeriod(history, 'requests', { periodMs: 1_000 })
    },
  ),
  example(
    'NODE-012',
    [
      standalone.untilManifestRequests('each second', requestsAsked),
      // The wait is long enough for one period.
      slow.untilManifestRequests('each three seconds', 2),
      ...runFromFile('runs', 'a', { agent: agentSetups.slow }),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* followsPeriod(history, 'each second', { periodMs: 1_000 })
      yield* followsPeriod(history, 'each three seconds', { periodMs: 3_000 })
      yield* hasCome(history, 'runs', 'A new file is noticed within the check period.')
    },
  ),
  example(
    'NODE-013',
    [
      ...runFromFile('stays', 'b'),
      ...runFromFile('runs', 'a'),
      ...removeFromFiles('gone', 'a'),
      standalone.readRuntime('stayed', 'b'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      yield* requireCome(history, 'stays')
      yield* hasCome(history, 'gone', 'A pod whose manifest leaves its source is stopped.')
    },
  ),
  example('NODE-016', runFromFile('runs', 'a'), function* (history) {
    yield* requireBench(history)
    yield* hasCome(history, 'runs', 'Static pods run without an API server.')
  }),
]
