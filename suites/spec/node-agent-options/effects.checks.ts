// Checks what options of node agents change at the runtime (suites/setups/agents.ts).

import fc from 'fast-check'
import { agentSetups } from '../../../properties/dsl/agent-names.ts'
import { benchOf, podFile } from '../../../properties/dsl/agent-steps.ts'
import { caseName, scenarioWith } from '../../../properties/dsl/steps.ts'
import { exchangeAt, type History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import { agentIn } from '../../../properties/laws/agents/bench-answers.ts'
import { deadOf, obeysRate, overlap } from '../../../properties/laws/agents/options.ts'
import {
  callsOf,
  hasCome,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import {
  endTwice,
  offerPulls,
  pullingSpec,
} from '../../../properties/scenarios/agents/containers.ts'
import { runFromFile, untilRunning } from '../../../properties/scenarios/agents/pods.ts'
import { example, property } from '../../check.ts'

const { tuned, tidy, keeping, restrained, unrestrained, divided } = agentSetups
const six = ['a', 'b', 'c', 'd', 'e', 'f']
// The agent may grant a little more, and its clock is another one.
const timeoutMs = 7_000
const timeoutSlackMs = 500

/** Containers that run until they are ended, twice each. */
const dead = ['main', 'side']

const againRunning = { containers: [{ name: 'main', attempt: 1, state: 'running' }] }

export default [
  property(
    'AGENT-222',
    fc.constant(
      scenarioWith(
        ...offerPulls('restrained', six, restrained),
        benchOf(restrained).untilRuntime('three pulled', '', { counts: { PullImage: [3] } }),
        ...offerPulls('unrestrained', six, unrestrained),
        benchOf(unrestrained).untilRuntime('some pulled', '', { counts: { PullImage: [3] } }),
        benchOf(unrestrained).untilRuntime('six pulled', '', { counts: { PullImage: [6] } }),
        benchOf(restrained).readRuntime('pulled', ''),
        // Later pulls of these pods would take from the rate of a repetition.
        ...six.flatMap(pod => [
          benchOf(restrained).removeFile(`${pod} removed`, podFile(pod)),
          benchOf(unrestrained).removeFile(`${pod} removed, too`, podFile(pod)),
        ]),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'unrestrained')
      const says = '`--registry-qps=0` means unlimited pulls, whatever `--registry-burst` says.'
      yield* hasCome(history, 'six pulled', says)
      for (const label of ['restrained', 'three pulled']) yield* requireCome(history, label)
      yield* obeysRate(history, 'pulled', {
        method: 'PullImage',
        perSecond: 1,
        burst: 3,
        says: 'No more images are pulled than `--registry-qps` and `--registry-burst` say.',
      })
    },
    { scenariosMax: 1 },
  ),
  example(
    'AGENT-229',
    runFromFile('runs', 'a', { agent: tuned, spec: pullingSpec('a') }),
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      // Genuine agents grant twice the time to a sandbox, and to the end of a container its grace.
      const calls = ['CreateContainer', 'StartContainer'].flatMap(method =>
        callsOf(exchangeAt(history, 'runs'), method),
      )
      const granted = calls.map(({ deadlineMs = Infinity }) => deadlineMs)
      const isSeen = granted.some(ms => Number.isFinite(ms))
      yield* precondition(isSeen, 'the calls of the agent carry no deadline that tells its timeout')
      const says = '`--runtime-request-timeout` bounds the requests at the runtime.'
      yield verify(
        granted.every(ms => ms <= timeoutMs + timeoutSlackMs),
        { says, expected: `at most ${timeoutMs} ms`, got: granted.join(', '), at: 'runs' },
      )
      const [pull] = callsOf(exchangeAt(history, 'runs'), 'PullImage')
      yield* precondition(pull !== undefined, 'no image was pulled')
      const pullMs = pull?.deadlineMs ?? Infinity
      yield verify(pullMs > timeoutMs + timeoutSlackMs, {
        says: '`--runtime-request-timeout` does not bound pulls.',
        expected: `more than ${timeoutMs} ms, or no deadline`,
        got: pullMs,
        at: 'runs',
      })
    },
  ),
  example(
    'AGENT-230',
    [
      ...runFromFile('without', 'without', { agent: tuned }),
      ...runFromFile('own', 'own', {
        agent: tuned,
        spec: { securityContext: { seccompProfile: { type: 'Unconfined' } } },
      }),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const label of ['without', 'own']) yield* requireCome(history, label)
      const own = profileOf(history, 'own')
      yield* precondition(own === 'Unconfined', `a profile of the pod's own is told as ${own}`)
      const got = profileOf(history, 'without')
      yield verify(got === 'RuntimeDefault', {
        says: 'With `--seccomp-default` pods without a profile get that of the runtime.',
        expected: 'RuntimeDefault',
        got,
        at: 'without',
      })
    },
  ),
  property(
    'AGENT-231',
    fc.constant(
      scenarioWith(
        benchOf(tuned).setStubs('slowed', [
          { method: 'PullImage', contains: caseName(''), delayMs: 2_500 },
        ]),
        ...offerPulls('offered', ['a', 'b'], tuned),
        benchOf(tuned).untilRuntime('one pulled', '', { counts: { PullImage: [1] } }),
        untilRunning('a runs', 'a', tuned),
        untilRunning('b runs', 'b', tuned),
        benchOf(tuned).readRuntime('pulled', ''),
        benchOf(tuned).setStubs('fast again', []),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      for (const label of ['offered', 'a runs', 'b runs']) yield* requireCome(history, label)
      const exchange = exchangeAt(history, 'pulled')
      const pulls = callsOf(exchange, 'PullImage')
      const firstEndMs = Math.min(...pulls.map(({ answeredAt = Infinity }) => answeredAt))
      const ready = callsOf(exchange, 'RunPodSandbox').map(
        ({ answeredAt = Infinity }) => answeredAt,
      )
      const areWanted = pulls.length >= 2 && ready.every(at => at < firstEndMs)
      yield* precondition(areWanted, 'the agent did not want two images at the same time')
      yield verify(!overlap(pulls), {
        says: 'With `--serialize-image-pulls` at most one pull runs at a time.',
        expected: 'pulls one after the other',
        got: pulls.map(({ receivedAt, answeredAt }) => [receivedAt, answeredAt]),
        at: exchange,
      })
    },
    { scenariosMax: 1 },
  ),
  property(
    'AGENT-250',
    fc.constant(
      scenarioWith(
        ...endTwice('kept', 'kept', { agent: keeping, containers: ['main'] }),
        ...endTwice('control', 'control', { agent: tidy, containers: ['main'] }),
        benchOf(tidy).untilRuntime('removed', 'control', {
          calls: [{ method: 'RemoveContainer' }],
        }),
        benchOf(keeping).readRuntime('after', 'kept'),
      ),
    ),
    function* (history) {
      yield* requireBench(history)
      for (const label of ['kept run', 'kept run again', 'control run', 'control run again'])
        yield* requireCome(history, label)
      // Without the option the same agent has removed such a container by now.
      yield* requireCome(history, 'removed')
      // Unused images are looked for so seldom that a run does not show it.
      const removed = callsOf(exchangeAt(history, 'after'), 'RemoveContainer').length
      if (history.context.dialect === 'kubernetes') {
        yield removed === 0
          ? { kind: 'departure', presence: 'absent' }
          : { kind: 'departure', presence: 'present', what: 'removes a container of some seconds' }
        return
      }
      yield verify(removed === 0, {
        says: 'Finished containers are kept for `--minimum-container-ttl-duration`.',
        expected: 'no RemoveContainer within the hour',
        got: `${removed} of them`,
        at: 'after',
      })
    },
    { scenariosMax: 1 },
  ),
  example(
    'AGENT-262',
    runFromFile('runs', 'a', { agent: tuned, spec: { dnsPolicy: 'Default' } }),
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      const { servers = [], searches = [] } = dnsOf(history, 'runs')
      const says = 'The resolver settings of containers start from the file of `--resolv-conf`.'
      const expected = { servers: ['192.0.2.53'], searches: ['nodes.touchstone.example'] }
      const isMet =
        servers.join() === expected.servers.join() &&
        expected.searches.every(domain => searches.includes(domain))
      yield verify(isMet, { says, expected, got: { servers, searches }, at: 'runs' })
    },
  ),
  example(
    'AGENT-263',
    [
      ...runFromFile('runs', 'a', {
        spec: {
          containers: [
            { name: 'main', image: 'a', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
          ],
          volumes: [{ name: 'data', emptyDir: {} }],
        },
      }),
      benchOf(agentSetups.standalone).readAgent('agent'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      const { directory } = agentIn(exchangeAt(history, 'agent'))
      const place = mountOf(history, 'runs', '/data')
      yield* precondition(place !== undefined, 'the runtime is told of no mount for the volume')
      yield verify(place?.startsWith(`${directory}/root/`) ?? false, {
        says: 'The volumes of pods, which the agent keeps, are below `--root-dir`.',
        expected: `a directory below ${directory}/root`,
        got: place,
        at: 'runs',
      })
    },
  ),
  example(
    'AGENT-267',
    [
      ...runFromFile('divided', 'divided', { agent: divided, spec: pullingSpec('divided') }),
      benchOf(divided).readImageService('images', 'divided'),
      ...runFromFile('one', 'one', { spec: pullingSpec('one') }),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const label of ['divided', 'one']) yield* requireCome(history, label)
      const pulls = (label: string) => callsOf(exchangeAt(history, label), 'PullImage').length
      const got = { 'image service': pulls('images'), runtime: pulls('divided') }
      yield verify(got['image service'] > 0 && got.runtime === 0, {
        says: 'Image calls go to `--image-service-endpoint`.',
        expected: 'a pull at the image service, and none at the runtime',
        got,
        at: 'images',
      })
      yield verify(pulls('one') > 0, {
        says: 'Without `--image-service-endpoint` image calls go to the runtime.',
        expected: 'a pull at the runtime',
        got: `${pulls('one')} of them`,
        at: 'one',
      })
    },
  ),
  example(
    'AGENT-268',
    [
      ...endTwice('twice', 'twice', { agent: tidy, containers: dead }),
      benchOf(tidy).untilRuntime('removed', 'twice', {
        calls: dead.map(container => ({ method: 'RemoveContainer', container })),
      }),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const label of ['twice run', 'twice run again']) yield* requireCome(history, label)
      const left = dead.map(name => deadOf(history, 'removed', name))
      const removed = callsOf(exchangeAt(history, 'removed'), 'RemoveContainer')
      // No time is specified for the removal, so only an agent that has begun with it is judged.
      const isOver = left.every(count => count <= 1)
      yield* precondition(isOver || removed.length > 0, 'no dead container was removed in time')
      yield verify(isOver, {
        says: 'At most `--maximum-dead-containers-per-container` old instances are kept.',
        expected: 'at most one dead instance of each container',
        got: dead.map((name, index) => `${name}: ${left[index]}`).join(', '),
        at: 'removed',
      })
    },
  ),
  example(
    'AGENT-271',
    [
      ...runFromFile('runs', 'a', { agent: tuned }),
      benchOf(tuned).endContainer('ended', 'a', 1),
      // Two waits, because a busy machine may need more than one.
      benchOf(tuned).untilRuntime('again soon', 'a', againRunning),
      benchOf(tuned).untilRuntime('again', 'a', againRunning),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      const { ended } = (exchangeAt(history, 'ended').answer?.body ?? {}) as { ended?: number }
      yield* precondition(ended === 1, `${ended} containers ended`)
      // An agent may notice it sooner.
      yield* hasCome(history, 'again', 'Containers are looked at in each `--sync-frequency`.')
    },
  ),
]

type Config = {
  linux?: { security_context?: { seccomp?: { profile_type?: string } } }
  mounts?: { container_path?: string; host_path?: string }[]
  dns_config?: { servers?: string[]; searches?: string[] }
}

/** The configuration in the first call of a method. */
function configIn(history: History, label: string, method: string): Config {
  const [call] = callsOf(exchangeAt(history, label), method)
  return (call?.request as { config?: Config } | undefined)?.config ?? {}
}

/** The seccomp profile of the container. The first of the enumeration is absent in its message. */
function profileOf(history: History, label: string): string {
  const { linux } = configIn(history, label, 'CreateContainer')
  const seccomp = linux?.security_context?.seccomp
  return seccomp ? (seccomp.profile_type ?? 'RuntimeDefault') : 'none'
}

const dnsOf = (history: History, label: string) =>
  configIn(history, label, 'RunPodSandbox').dns_config ?? {}

const mountOf = (history: History, label: string, path: string) =>
  configIn(history, label, 'CreateContainer').mounts?.find(one => one.container_path === path)
    ?.host_path
