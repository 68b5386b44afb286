// Checks how node agents keep containers running (suites/setups/agents.ts).

import fc from 'fast-check'
import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf, podImage } from '../../../properties/dsl/agent-steps.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import { exchangeAt, type History } from '../../../properties/history/history.ts'
import {
  callsOf,
  hasCome,
  recordOf,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import {
  removeFromFiles,
  runFromFile,
  untilRunning,
} from '../../../properties/scenarios/agents/pods.ts'
import { example, property } from '../../check.ts'

const bench = benchOf(agentSetups.standalone)

const foreignContainer = { metadata: { name: 'main' }, image: { image: 'foreign' } }

/** A container whose health is the exit code of a command, which the runtime answers. */
const probedContainer: Term = {
  name: 'main',
  image: podImage,
  livenessProbe: {
    exec: { command: ['is-healthy', caseName('unhealthy')] },
    periodSeconds: 1,
    failureThreshold: 1,
  },
}
const failedProbe = {
  method: 'ExecSync',
  contains: caseName('unhealthy'),
  answer: { exit_code: 1 },
  times: 1,
}

function* requireEnded(history: History, label: string) {
  const { ended } = (exchangeAt(history, label).answer?.body ?? {}) as { ended?: number }
  yield* precondition(ended === 1, `${ended} containers ended at ${label}`)
}

export default [
  example(
    'NODE-008',
    [
      ...runFromFile('never', 'never', { spec: { restartPolicy: 'Never' } }),
      ...runFromFile('always', 'always'),
      ...runFromFile('failed', 'failed', { spec: { restartPolicy: 'OnFailure' } }),
      ...runFromFile('completed', 'completed', { spec: { restartPolicy: 'OnFailure' } }),
      ...runFromFile('unhealthy', 'unhealthy', { spec: { containers: [probedContainer] } }),
      bench.untilRuntime('probed', 'unhealthy', { counts: { ExecSync: [2] } }),
      bench.setStubs('made unhealthy', [failedProbe]),
      bench.endContainer('never ended', 'never', 1),
      bench.endContainer('always ended', 'always', 0),
      bench.endContainer('failed ended', 'failed', 1),
      bench.endContainer('completed ended', 'completed', 0),
      untilRunning('always again', 'always'),
      untilRunning('failed again', 'failed'),
      bench.untilRuntime('unhealthy again', 'unhealthy', { counts: { StartContainer: [2] } }),
      // The agent has seen the ends before this pod runs.
      ...runFromFile('marker', 'marker'),
      bench.readRuntime('never after', 'never'),
      bench.readRuntime('completed after', 'completed'),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const label of ['never', 'always', 'failed', 'completed', 'unhealthy', 'marker'])
        yield* requireCome(history, label)
      for (const label of ['never', 'always', 'failed', 'completed'])
        yield* requireEnded(history, `${label} ended`)
      const says = 'A container that has ended is started again if the policy of its pod says so.'
      yield* hasCome(history, 'always again', says)
      yield* hasCome(history, 'failed again', says)
      yield* staysEnded(history, 'never after', 'if the policy of its pod is Never')
      yield* staysEnded(history, 'completed after', 'after success if the policy is OnFailure')
      yield* requireCome(history, 'probed')
      yield* staysUp(history, 'probed')
      yield* hasCome(
        history,
        'unhealthy again',
        'A container is stopped and started again when its liveness probe fails.',
      )
    },
  ),
  property(
    'NODE-009',
    fc
      .constantFrom('Always', 'Never')
      .map(restartPolicy =>
        scenarioWith(
          bench.addForeign(
            'foreign added',
            { metadata: { name: caseName('foreign'), namespace: 'other', uid: caseName('uid') } },
            foreignContainer,
          ),
          ...runFromFile('own', 'own', { spec: { restartPolicy } }),
          ...removeFromFiles('gone', 'own'),
          ...runFromFile('marker', 'marker'),
          ...removeFromFiles('marker gone', 'marker'),
          bench.readForeign('foreign', 'foreign added'),
        ),
      ),
    function* (history) {
      yield* requireBench(history)
      for (const label of ['own', 'gone', 'marker', 'marker gone'])
        yield* requireCome(history, label)
      yield* leavesAlone(history, 'foreign')
    },
    { scenariosMax: 2, observationsMin: 2 },
  ),
]

/** Verifies that a container was not started again after its end. */
function* staysEnded(history: History, label: string, why: string) {
  const exchange = exchangeAt(history, label)
  const created = callsOf(exchange, 'CreateContainer').length
  yield verify(created === 1, {
    says: `A container is not started again ${why}.`,
    expected: 'one CreateContainer',
    got: `${created} of them`,
    at: exchange,
  })
}

/** Requires that a container whose probes succeed has been started once. */
function* staysUp(history: History, label: string) {
  const started = callsOf(exchangeAt(history, label), 'StartContainer').length
  yield* precondition(started === 1, `a healthy container was started ${started} times`)
}

/**
 * Verifies that a foreign pod still runs, and that no call has been about it. Genuine agents take
 * each sandbox with metadata of a pod for one of theirs.
 */
function* leavesAlone(history: History, label: string) {
  const exchange = exchangeAt(history, label)
  const { calls, containers, sandboxes } = recordOf(exchange)
  yield* precondition(sandboxes.length === 1, `the ${label} sandbox is not in the record`)
  const [container] = containers
  const isAlone = calls.length === 0 && container?.state === 'running'
  const methods = calls.map(({ method }) => method).join(' ')
  const got = `${container?.state ?? 'no container'}, calls ${methods}`
  if (history.context.dialect === 'kubernetes') {
    yield isAlone
      ? { kind: 'departure' as const, presence: 'absent' as const }
      : { kind: 'departure' as const, presence: 'present' as const, what: `a foreign pod: ${got}` }
    return
  }
  yield verify(isAlone, {
    says: 'Containers that the agent has not created are never changed, stopped or removed.',
    expected: 'a running container and no call',
    got,
    at: exchange,
  })
}
