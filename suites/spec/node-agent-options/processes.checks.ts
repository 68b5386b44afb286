// Checks what options of node agents change at their API, their servers and their processes
// (suites/setups/agents.ts).

import fc from 'fast-check'
import { agentSetups, podOfOnce } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import { answers, askedOf, showsValue } from '../../../properties/laws/agents/at-the-api.ts'
import { agentIn } from '../../../properties/laws/agents/bench-answers.ts'
import { acceptsFlag } from '../../../properties/laws/agents/options.ts'
import { periodOf } from '../../../properties/laws/agents/periods.ts'
import {
  hasCome,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { runFromFile, untilPosted } from '../../../properties/scenarios/agents/pods.ts'
import { example, property } from '../../check.ts'

const standalone = benchOf(agentSetups.standalone)
const guarded = benchOf(agentSetups.guarded)
const unschedulable = benchOf(agentSetups.unschedulable)
const once = benchOf(agentSetups.once)
const printing = benchOf(agentSetups.printing)
const versioned = benchOf(agentSetups.versioned)
const reporting = benchOf(agentSetups.reporting)
const locking = benchOf(agentSetups.locking)

const node = '/api/v1/nodes/node-one'
const isAnswered = { isAnswered: true }
const oldTls = { newestTls: 'TLSv1.2' } as const
const ownVersion = 'v1.36.3-touchstone'

export default [
  example(
    'AGENT-220',
    [
      untilPosted(agentSetups.registered, 'control'),
      untilPosted(agentSetups.unschedulable),
      unschedulable.ask('node', 'api', node),
    ],
    function* (history) {
      const flag = 'register-schedulable'
      if (!(yield* acceptsFlag(history, { flag, label: 'posted', control: 'control' }))) return
      yield* requireCome(history, 'posted')
      yield* showsValue(history, 'node', {
        at: '/spec/unschedulable',
        value: true,
        says: 'With `--register-schedulable=false` the node is registered as unschedulable.',
      })
    },
  ),
  example(
    'AGENT-227',
    [
      ...runFromFile('control', 'control'),
      standalone.readAgent('control goes on'),
      once.untilRecord('runs', podOfOnce, { containers: [{ name: 'main', state: 'running' }] }),
      once.untilAgent('ended soon', { hasEnded: true }),
      once.untilAgent('ended', { hasEnded: true }),
    ],
    function* (history) {
      const flag = 'runonce'
      if (!(yield* acceptsFlag(history, { flag, label: 'runs', control: 'control' }))) return
      yield* requireCome(history, 'control')
      const { hasEnded } = agentIn(exchangeAt(history, 'control goes on'))
      yield* precondition(hasEnded === false, 'an agent without the option has ended, too')
      yield* hasCome(history, 'runs', 'With `--runonce` the pods of manifests are started.')
      yield verify(agentIn(exchangeAt(history, 'ended')).hasEnded === true, {
        says: 'With `--runonce` the agent exits when it has started the pods.',
        expected: 'its end',
        got: exchangeAt(history, 'ended').problem ?? 'its end',
        at: 'ended',
      })
    },
  ),
  example(
    'AGENT-241',
    [
      guarded.untilAsked('new', { server: 'serving', path: '/healthz' }, isAnswered),
      standalone.untilAsked(
        'old elsewhere',
        { server: 'serving', path: '/healthz', ...oldTls },
        isAnswered,
      ),
      guarded.ask('old', 'serving', '/healthz', oldTls),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'new')
      yield* requireCome(history, 'old elsewhere')
      const asked = askedOf(exchangeAt(history, 'old'))
      const isRefused = 'failure' in asked
      yield verify(isRefused, {
        says: 'A handshake below `--tls-min-version` is refused.',
        expected: 'no answer to a client of TLS 1.2',
        got: isRefused ? asked.failure : asked.status,
        at: 'old',
      })
    },
  ),
  example(
    'AGENT-244',
    [
      printing.untilAgent('printed', { hasEnded: true }),
      untilPosted(agentSetups.versioned),
      versioned.untilAsked(
        'node',
        { server: 'api', path: node },
        { body: { status: { nodeInfo: { kubeletVersion: ownVersion } } } },
      ),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'posted')
      const { hasEnded, lines } = agentIn(exchangeAt(history, 'printed'))
      const log = lines.join('\n')
      yield verify(hasEnded === true && /\bv\d+\.\d+\.\d+/.test(log), {
        says: '`--version` prints the version and exits.',
        expected: 'a version, and the end',
        got: hasEnded === true ? log : 'an agent that runs',
        at: 'printed',
      })
      const asked = askedOf(exchangeAt(history, 'node'))
      const body = 'body' in asked ? asked.body : {}
      const { nodeInfo = {} } = (body as { status?: { nodeInfo?: object } }).status ?? {}
      yield verify(Object.values(nodeInfo).includes(ownVersion), {
        says: '`--version=vX.Y.Z` sets the version that the node reports.',
        expected: ownVersion,
        got: nodeInfo,
        at: 'node',
      })
    },
  ),
  property(
    'AGENT-247',
    fc.constant(
      scenarioWith(
        untilPosted(agentSetups.reporting),
        reporting.untilRequests('first reports', `${node}/status`, { counts: [3] }),
        reporting.untilRequests('reports', `${node}/status`, { counts: [6] }),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'posted')
      const exchange = exchangeAt(history, 'reports')
      // On a busy machine reports come late. Without the option they come each ten seconds.
      const { isMet, expected, got } = periodOf(exchange, { periodMs: 1_000, longestMs: 7_000 })
      if (history.context.dialect === 'kubernetes') {
        yield isMet
          ? { kind: 'departure', presence: 'absent' }
          : { kind: 'departure', presence: 'present', what: `the status of a node: ${got}` }
        return
      }
      const says = 'The status of the node is posted in each `--node-status-update-frequency`.'
      yield verify(isMet, { says, expected, got, at: exchange })
    },
    { scenariosMax: 1 },
  ),
  example(
    'AGENT-248',
    [
      ...runFromFile('runs', 'a', { agent: agentSetups.locking }),
      locking.writeFile('written', 'free.lock', ''),
      locking.readLock('free', 'free.lock'),
      locking.readLock('locked', 'agent.lock'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      const lockOf = (label: string) =>
        ((exchangeAt(history, label).answer?.body ?? {}) as { isLocked?: boolean }).isLocked
      yield* precondition(lockOf('free') === false, 'this machine does not tell of locks')
      const isLocked = lockOf('locked')
      yield verify(isLocked === true, {
        says: 'While the agent runs, the file of `--lock-file` is locked.',
        expected: 'a lock',
        got: isLocked === undefined ? 'no such file' : 'no lock',
        at: 'locked',
      })
    },
  ),
  example(
    'AGENT-257',
    [
      ...runFromFile('runs', 'a', { agent: agentSetups.limited }),
      benchOf(agentSetups.limited).untilAgent('agent', { openFilesMax: 4096 }),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      const { openFilesMax } = agentIn(exchangeAt(history, 'agent'))
      yield* precondition(openFilesMax !== undefined, 'the process of the agent is unknown')
      yield verify(openFilesMax === 4096, {
        says: 'The process of the agent may open as many files as `--max-open-files` says.',
        expected: 4096,
        got: openFilesMax,
        at: 'agent',
      })
    },
  ),
  example(
    'AGENT-266',
    [
      ...runFromFile('control', 'control'),
      ...runFromFile('in a cloud', 'in', { agent: agentSetups.clouded }),
      ...runFromFile('without a cloud', 'without', { agent: agentSetups.cloudless }),
    ],
    function* (history) {
      const flag = 'cloud-config'
      for (const label of ['in a cloud', 'without a cloud'])
        if (!(yield* acceptsFlag(history, { flag, label, control: 'control' }))) return
      yield* requireCome(history, 'control')
      yield* hasCome(history, 'in a cloud', 'With an external provider a file may be named.')
      const says = 'Without an external provider the content of `--cloud-config` is not used.'
      yield* hasCome(history, 'without a cloud', says)
    },
  ),
  example(
    'AGENT-269',
    [
      ...runFromFile('runs', 'a'),
      standalone.untilAsked('here', { server: 'serving', path: '/healthz' }, isAnswered),
      ...runFromFile('runs there', 'b', { agent: agentSetups.slow }),
      benchOf(agentSetups.slow).untilAsked(
        'there',
        { server: 'serving', path: '/healthz' },
        isAnswered,
      ),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      yield* requireCome(history, 'runs there')
      for (const label of ['here', 'there'])
        yield* answers(history, label, {
          expected: 'an answer',
          isMet: () => true,
          says: 'The server of the agent listens on its `--port`.',
        })
    },
  ),
]
