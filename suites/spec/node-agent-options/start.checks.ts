// Checks what node agents make of options at their start (suites/setups/agents.ts).

import { textInDialect } from '../../../fixtures/dialects/config-words.ts'
import { agentSetups, podRange } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { exchangeAt, type History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import { askedOf } from '../../../properties/laws/agents/at-the-api.ts'
import { agentIn, machineIn, placeIn } from '../../../properties/laws/agents/bench-answers.ts'
import { followsOrDeparts } from '../../../properties/laws/agents/departures.ts'
import {
  callsOf,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { agentOptions } from '../../../properties/models/config/agent-options.ts'
import { untilPosted } from '../../../properties/scenarios/agents/pods.ts'
import { example } from '../../check.ts'

const standalone = benchOf(agentSetups.standalone)
const trusting = benchOf(agentSetups.trusting)
const everywhere = benchOf(agentSetups.everywhere)
const everywhereIpv6 = benchOf(agentSetups.everywhereIpv6)
const helping = benchOf(agentSetups.helping)

const setting = 'UpdateRuntimeConfig'
const isAnswered = { isAnswered: true }
const asked = { server: 'serving' as const, path: '/healthz' }

export default [
  example(
    'AGENT-139',
    [
      standalone.readMachine('machine'),
      everywhere.untilAsked('at 127.0.0.1', asked, isAnswered),
      everywhere.ask('at 127.0.0.2', 'serving', '/healthz', { address: '127.0.0.2' }),
      everywhereIpv6.untilAsked('at ::1', { ...asked, address: '::1' }, isAnswered),
    ],
    function* (history) {
      const machine = exchangeAt(history, 'machine')
      const { answer, problem } = machine
      yield* precondition(answer !== undefined, problem ?? 'no answer')
      const { hasIpv6 = false } = machineIn(machine)
      const places = ['127.0.0.1', '127.0.0.2', ...(hasIpv6 ? ['::1'] : [])]
      for (const place of places) {
        const exchange = exchangeAt(history, `at ${place}`)
        yield* precondition(exchange.answer !== undefined, exchange.problem ?? 'no answer')
        const got = askedOf(exchange)
        // A machine may lack the address.
        const isJudged = 'status' in got || got.failure === 'ECONNREFUSED'
        yield* precondition(isJudged, `${place}: ${'failure' in got ? got.failure : ''}`)
        yield verify('status' in got, {
          says: 'A server with the address 0.0.0.0 or :: serves on all interfaces.',
          expected: `an answer at ${place}`,
          got: 'failure' in got ? got.failure : 'an answer',
          at: exchange,
        })
      }
    },
  ),
  example(
    'AGENT-152',
    [
      trusting.untilAsked('asked', asked, isAnswered),
      trusting.readFile('own', 'own.pem'),
      trusting.readFile('directory', 'certificates'),
    ],
    function* (history) {
      yield* requireBench(history)
      const answered = askedOf(exchangeAt(history, 'asked'))
      yield* precondition('status' in answered, 'the server of the agent does not answer')
      const own = placeIn(exchangeAt(history, 'own'))
      const served = 'status' in answered ? plain(answered.certificate) : ''
      yield verify(served === plain(own.text), {
        says: 'The agent serves with the certificate of `--tls-cert-file`.',
        expected: 'that certificate',
        got: 'another certificate',
        at: 'asked',
      })
      const { names = [] } = placeIn(exchangeAt(history, 'directory'))
      yield verify(names.length === 0, {
        says: 'With the files of a certificate and its key `--cert-dir` is ignored.',
        expected: 'an empty directory',
        got: names,
        at: 'directory',
      })
    },
  ),
  example('AGENT-185', [helping.untilEnded('help')], function* (history) {
    yield* requireBench(history)
    const text = helpIn(history).text.replaceAll(/\s+/g, ' ')
    yield* precondition(text.includes('--feature-gates'), 'the help lists no feature gates')
    const [shown] = /\bAPIResponseCompression\b[^)]{0,60}\)?/.exec(text) ?? []
    // Its stage and its default may be shown in any form.
    const isOther = /\b(?:alpha|ga)\b|\bfalse\)$/i.test(shown ?? '')
    yield verify(shown !== undefined && !isOther, {
      says: 'The list of gates contains APIResponseCompression, which is beta and on by default.',
      expected: 'APIResponseCompression=true|false (BETA - default=true)',
      got: shown ?? 'no such gate',
      at: 'help',
    })
  }),
  example('AGENT-188', [helping.untilEnded('help')], function* (history) {
    yield* requireBench(history)
    const { text, hasEnded, how } = helpIn(history)
    yield verify(hasEnded && isSuccess(how), {
      says: 'With `--help` the agent prints help and exits successfully.',
      expected: 'exit code 0',
      got: hasEnded ? String(how) : 'it runs',
      at: 'help',
    })
    const listed = new Set(text.match(/--[a-z0-9][a-z0-9-]*/gi))
    const missing = (some: typeof agentOptions) =>
      some
        .map(({ name }) => textInDialect(name, history.context.dialect))
        .filter(name => !listed.has(name) && !isShort(name, text))
    const says = 'The help lists each option of the agent.'
    const required = missing(agentOptions.filter(({ genuine }) => genuine !== 'none'))
    const expected = 'all options'
    yield verify(required.length === 0, { says, expected, got: required, at: 'help' })
    const removed = missing(agentOptions.filter(({ genuine }) => genuine === 'none'))
    const what = `the help lists no ${removed.join(' ')}`
    yield followsOrDeparts(history, removed.length === 0, {
      what,
      says,
      expected,
      got: removed,
      at: 'help',
    })
  }),
  example(
    'AGENT-211',
    [
      everywhere.untilCalled('alone', setting),
      untilPosted(agentSetups.trusting),
      trusting.readCalls('with an API', setting),
    ],
    function* (history) {
      yield* requireBench(history)
      const says = 'The range of `--pod-cidr` is set at the runtime in standalone mode only.'
      yield verify(isSet(history, 'alone'), {
        says,
        expected: 'UpdateRuntimeConfig with the range',
        got: 'no such call',
        at: 'alone',
      })
      yield* requireCome(history, 'posted')
      yield followsOrDeparts(history, !isSet(history, 'with an API'), {
        what: 'an agent with an API sets the range at its runtime',
        says,
        expected: 'no UpdateRuntimeConfig with the range',
        got: 'such a call',
        at: 'with an API',
      })
    },
  ),
]

const plain = (pem = ''): string => pem.replaceAll(/\s/g, '')

/** Flags of one letter. */
const isShort = (name: string, text: string): boolean =>
  name.length === 3 && new RegExp(`(^|\\s)-${name[2]}\\b`, 'm').test(text)

function helpIn(history: History) {
  const { lines, ...ending } = agentIn(exchangeAt(history, 'help'))
  return { ...ending, text: lines.join('\n') }
}

const isSuccess = (how: string | null): boolean => /^(code )?0$/.test(how ?? '')

const isSet = (history: History, label: string): boolean =>
  callsOf(exchangeAt(history, label), setting).some(({ request }) =>
    JSON.stringify(request).includes(podRange),
  )
