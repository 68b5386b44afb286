// Checks what node agents do with options that have been accepted (suites/setups/agents.ts).

import fc from 'fast-check'
import type { AskedServer, PlaceContents } from '../../../fixtures/objects/agents.ts'
import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf, podTerm } from '../../../properties/dsl/agent-steps.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import { exchangeAt, type History } from '../../../properties/history/history.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import {
  anyRefusal,
  precondition,
  refusalWith,
  verify,
} from '../../../properties/history/observation.ts'
import {
  answers,
  askedOf,
  isClosed,
  requestsIn,
  showsValue,
} from '../../../properties/laws/agents/at-the-api.ts'
import {
  callsOf,
  hasCome,
  recordOf,
  requireAccepted,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { readyAtOnce } from '../../../properties/laws/agents/ready-pods.ts'
import {
  removeFromFiles,
  runFromApi,
  runFromFile,
  untilPosted,
} from '../../../properties/scenarios/agents/pods.ts'
import { example, property } from '../../check.ts'
import type { PropertyOptions } from '../../check.ts'

const standalone = benchOf(agentSetups.standalone)
const registered = benchOf(agentSetups.registered)
const unregistered = benchOf(agentSetups.unregistered)
const oneFile = benchOf(agentSetups.oneFile)
const capped = benchOf(agentSetups.capped)
const closed = benchOf(agentSetups.closed)
const cautious = benchOf(agentSetups.cautious)

const untilAnswered = (bench: typeof cautious, as: string, server: AskedServer) => [
  bench.untilAsked(as, { server, path: server === 'health' ? '/healthz' : '/pods' }, isAnswered),
]

const isAnswered = { isAnswered: true }

const node = '/api/v1/nodes/node-one'

/** The path at which a server that may run commands runs one in a container of a pod. */
const commandIn = (pod: string): Term => ({
  $join: ['/run/default/', caseName(pod), '/main?cmd=ls'],
})
// All cases share the agent, its one file or its two places.
const alone: PropertyOptions = { alone: true, scenariosMax: 1, needs: ['startAgent'] }
const limitedCpu = {
  containers: [{ name: 'main', image: 'a', resources: { limits: { cpu: '200m' } } }],
}

export default [
  example(
    'AGENT-142',
    [
      // Its server listens soon after the start.
      ...runFromFile('runs', 'a', { agent: agentSetups.cautious }),
      ...untilAnswered(cautious, 'refused', 'serving'),
      ...untilAnswered(standalone, 'control', 'serving'),
    ],
    function* (history) {
      yield* requireBench(history)
      const control = askedOf(exchangeAt(history, 'control'))
      const asked = askedOf(exchangeAt(history, 'refused'))
      const areAnswered = 'status' in control && 'status' in asked
      yield* precondition(areAnswered, 'a server of the agents does not answer')
      yield* answers(history, 'refused', {
        expected: refusalWith(401),
        isMet: status => status === 401,
        says: 'With `--anonymous-auth=false` a request without credentials is refused.',
      })
    },
  ),
  example(
    'AGENT-168',
    [
      ...runFromFile('runs', 'a', { agent: agentSetups.closed }),
      closed.ask('closed', 'serving', '/healthz'),
      ...untilAnswered(standalone, 'control', 'serving'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      const control = askedOf(exchangeAt(history, 'control'))
      yield* precondition('status' in control, 'an agent with a server does not answer')
      yield* isClosed(history, 'closed', 'With `--enable-server=false` there is no server.')
    },
  ),
  example(
    'AGENT-187',
    [
      ...untilAnswered(standalone, 'open', 'health'),
      ...runFromFile('runs', 'a', { agent: agentSetups.closed }),
      closed.ask('closed', 'health', '/healthz'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* answers(history, 'open', {
        expected: '200',
        isMet: status => status === 200,
        says: 'The health server listens on its port.',
      })
      yield* requireCome(history, 'runs')
      yield* isClosed(history, 'closed', 'With `--healthz-port=0` there is no health server.')
    },
  ),
  example(
    'AGENT-195',
    [
      untilPosted(agentSetups.byHostname, 'posted as JSON'),
      untilPosted(agentSetups.registered, 'posted as Protobuf'),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const [label, type] of [
        ['posted as JSON', 'application/json'],
        ['posted as Protobuf', 'protobuf'],
      ] as const) {
        const exchange = exchangeAt(history, label)
        const posted = requestsIn(exchange).find(({ method }) => method === 'POST')
        yield* precondition(posted !== undefined, 'the agent has posted no node')
        const got = posted?.headers['content-type'] ?? ''
        yield verify(got.includes(type), {
          says: 'Bodies for the API have the type of `--cluster-api-content-type`, or Protobuf.',
          expected: type,
          got,
          at: exchange,
        })
      }
    },
  ),
  example(
    'AGENT-198',
    [
      untilPosted(agentSetups.registered),
      ...runFromFile('runs', 'a'),
      standalone.readRequests('requests'),
    ],
    function* (history) {
      yield* requireBench(history)
      const posted = requestsIn(exchangeAt(history, 'posted'))
      const isPosted = posted.some(({ method }) => method === 'POST')
      yield verify(isPosted, {
        says: 'With a file of its API the agent registers there.',
        expected: 'a POST of a node',
        got: `${posted.length} requests about nodes`,
        at: 'posted',
      })
      yield* requireCome(history, 'runs')
      const requests = requestsIn(exchangeAt(history, 'requests'))
      yield verify(requests.length === 0, {
        says: 'Without such a file the agent sends nothing to an API.',
        expected: 'no request',
        got: requests.map(({ method, path }) => `${method} ${path}`).slice(0, 3),
        at: 'requests',
      })
    },
  ),
  example(
    'AGENT-207',
    [untilPosted(agentSetups.registered), registered.ask('node', 'api', node)],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'posted')
      const says = 'A node has the labels of `--node-labels`.'
      for (const [name, value] of [
        ['rack', 'a1'],
        ['zone', 'b2'],
      ])
        yield* showsValue(history, 'node', {
          at: `/metadata/labels/touchstone.example~1${name}`,
          value,
          says,
        })
    },
  ),
  property(
    'AGENT-213',
    fc.constant(
      scenarioWith(
        standalone.writeDocument(
          'hidden',
          { $join: ['pods/.', caseName('hidden'), '.json'] },
          podTerm('hidden'),
        ),
        ...runFromFile('runs', 'a'),
        ...removeFromFiles('gone', 'a'),
        standalone.readRuntime('hidden after', 'hidden'),
        oneFile.writeDocument('one written', 'one.json', podTerm('one')),
        oneFile.untilRuntime('one', 'one', { isRunning: true }),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      yield* hasCome(history, 'runs', 'A pod of a file in the directory is run.')
      yield* requireCome(history, 'gone')
      const { sandboxes, calls } = recordOf(exchangeAt(history, 'hidden after'))
      yield verify(sandboxes.length === 0 && calls.length === 0, {
        says: 'Files whose names begin with a dot are ignored.',
        expected: 'no sandbox',
        got: `${sandboxes.length} sandboxes`,
        at: 'hidden after',
      })
      yield* hasCome(history, 'one', 'The path may be that of one file.')
    },
    alone,
  ),
  example(
    'AGENT-218',
    [
      ...untilAnswered(standalone, 'read', 'readOnly'),
      ...runFromFile('there', 'there'),
      standalone.ask('written', 'readOnly', commandIn('there'), { method: 'POST' }),
      ...runFromFile('runs', 'a', { agent: agentSetups.registered }),
      registered.ask('closed', 'readOnly', '/pods'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* answers(history, 'read', {
        expected: '200',
        isMet: status => status === 200,
        says: 'The read-only server answers without credentials.',
      })
      yield* requireCome(history, 'there')
      yield* answers(history, 'written', {
        expected: anyRefusal('a refusal'),
        isMet: status => status >= 400 && status < 500,
        says: 'The read-only server runs nothing.',
      })
      yield* requireCome(history, 'runs')
      yield* isClosed(history, 'closed', 'With `--read-only-port=0` there is no such server.')
    },
  ),
  example(
    'AGENT-219',
    [
      untilPosted(agentSetups.registered),
      ...runFromApi('runs', 'a', agentSetups.unregistered),
      unregistered.readRequests('posts', '/nodes', 'POST'),
      unregistered.ask('nodes', 'api', '/api/v1/nodes'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* hasCome(history, 'posted', 'An agent creates its node at the API.')
      yield* requireAccepted(history, 'runs created')
      yield* requireCome(history, 'runs')
      const posts = requestsIn(exchangeAt(history, 'posts')).filter(({ path }) =>
        path.endsWith('/nodes'),
      )
      yield verify(posts.length === 0, {
        says: 'With `--register-node=false` an agent creates no node.',
        expected: 'no POST of a node',
        got: `${posts.length} of them`,
        at: 'posts',
      })
    },
  ),
  example(
    'AGENT-235',
    [
      ...untilAnswered(standalone, 'asked', 'serving'),
      standalone.readFile('directory', 'certificates'),
    ],
    function* (history) {
      yield* requireBench(history)
      const places = exchangeAt(history, 'directory').answer?.body as PlaceContents
      const asked = askedOf(exchangeAt(history, 'asked'))
      yield* precondition('status' in asked, 'the server of the agent does not answer')
      const shown = 'status' in asked ? plain(asked.certificate) : asked.failure
      yield verify((places.keys ?? 0) > 0, {
        says: 'The agent stores its private key in `--cert-dir`.',
        expected: 'a private key',
        got: places.names,
        at: 'directory',
      })
      yield verify(
        (places.certificates ?? []).some(one => plain(one) === shown),
        {
          says: 'The agent serves with the certificate that it has stored in `--cert-dir`.',
          expected: 'a certificate of that directory',
          got: 'status' in asked ? 'another certificate' : asked.failure,
          at: 'asked',
        },
      )
    },
  ),
  example(
    'AGENT-251',
    [
      ...runFromFile('limited', 'limited', { spec: limitedCpu }),
      ...runFromFile('free', 'free', { agent: agentSetups.slow, spec: limitedCpu }),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const label of ['limited', 'free']) yield* requireCome(history, label)
      const says = 'CPU limits are quotas over a period, unless `--cpu-cfs-quota` is false.'
      const limited = quotaOf(history, 'limited')
      yield verify(limited.quota === 0.2 * limited.period && limited.period === 100_000, {
        says,
        expected: { quota: 20_000, period: 100_000 },
        got: limited,
        at: 'limited',
      })
      const free = quotaOf(history, 'free')
      yield verify(free.quota <= 0, { says, expected: 'no quota', got: free, at: 'free' })
    },
  ),
  example(
    'AGENT-261',
    [untilPosted(agentSetups.registered), registered.ask('node', 'api', node)],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'posted')
      yield* showsValue(history, 'node', {
        at: '/spec/providerID',
        value: 'touchstone://machine-7',
        says: 'A node has the id of `--provider-id`.',
      })
    },
  ),
  property(
    'AGENT-270',
    fc.constant(
      scenarioWith(
        ...runFromFile('first', 'early-a', { agent: agentSetups.capped }),
        ...runFromFile('second', 'early-b', { agent: agentSetups.capped }),
        capped.writeDocument('third', 'pods/third.json', podTerm('late-c')),
        // A faulty agent has run it before the first one ends. Nothing is concluded from the wait.
        capped.untilRuntime('third waited', 'late-c', { isRunning: true }),
        ...removeFromFiles('first gone', 'early-a', agentSetups.capped),
        // The agent has seen the third file before it runs this pod.
        capped.writeDocument('fourth', 'pods/fourth.json', podTerm('late-d')),
        capped.untilRuntime('late', 'late', { isRunning: true }),
        capped.readRuntime('all', ''),
        ...removeFromFiles('second gone', 'early-b', agentSetups.capped),
        capped.removeFile('third gone', 'pods/third.json'),
        capped.removeFile('fourth gone', 'pods/fourth.json'),
        capped.untilRuntime('empty', 'late', { isRunning: false }),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      for (const label of ['first', 'second', 'first gone', 'late'])
        yield* requireCome(history, label)
      const most = readyAtOnce(recordOf(exchangeAt(history, 'all')).calls)
      yield verify(most <= 2, {
        says: 'No more pods run than `--max-pods` says.',
        expected: 'at most 2 at once',
        got: most,
        at: 'all',
      })
    },
    alone,
  ),
]

const plain = (pem = ''): string => pem.replaceAll(/\s/g, '')

function quotaOf(history: History, label: string) {
  const [created] = callsOf(exchangeAt(history, label), 'CreateContainer')
  const { config } = (created?.request ?? {}) as {
    config?: { linux?: { resources?: { cpu_quota?: number; cpu_period?: number } } }
  }
  const { cpu_quota: quota = 0, cpu_period: period = 0 } = config?.linux?.resources ?? {}
  return { quota, period }
}
