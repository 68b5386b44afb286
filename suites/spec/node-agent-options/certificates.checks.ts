// Checks of how node agents get and renew their client certificates.

import { X509Certificate } from 'node:crypto'

import { agentSetups, ownConfiguration } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { exchangeAt } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import { requestsIn } from '../../../properties/laws/agents/at-the-api.ts'
import { placeIn } from '../../../properties/laws/agents/bench-answers.ts'
import { requireBench, requireCome } from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { example } from '../../check.ts'

const bootstrapped = benchOf(agentSetups.bootstrapped)
const path = 'certificatesigningrequests'
const isThere = { isThere: true }

const hasAsked = (label: string, times: number) =>
  bootstrapped.untilRequests(label, path, { counts: [times] }, 'POST')

export default [
  example('AGENT-150', [hasAsked('asked', 1)], function* (history) {
    yield* requireBench(history)
    yield verify(requestsIn(exchangeAt(history, 'asked')).length > 0, {
      says: 'Without the file of `--clusterconfig` the agent requests a client certificate.',
      expected: `a POST of ${path}`,
      got: 'no such request',
      at: 'asked',
    })
  }),
  example(
    'AGENT-151',
    [
      hasAsked('asked', 1),
      bootstrapped.untilFile('configuration', ownConfiguration, isThere),
      bootstrapped.readFile('directory', 'certificates'),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'asked')
      yield verify(placeIn(exchangeAt(history, 'configuration')).isThere, {
        says: 'After bootstrap the file of `--clusterconfig` exists.',
        expected: 'the file',
        got: 'none',
        at: 'configuration',
      })
      const { certificates = [], keys = 0, names = [] } = placeIn(exchangeAt(history, 'directory'))
      const isNode = (pem: string) => new X509Certificate(pem).subject.includes('CN=system:node:')
      yield verify(certificates.some(isNode) && keys > 0, {
        says: 'After bootstrap `--cert-dir` holds the client certificate and its key.',
        expected: 'a certificate of the node, and a key',
        got: `${certificates.length} certificates and ${keys} keys in ${names.join(', ') || 'no file'}`,
        at: 'directory',
      })
    },
  ),
  example(
    'AGENT-225',
    [
      hasAsked('asked', 1),
      bootstrapped.untilFile('configuration', ownConfiguration, isThere),
      // The certificate is valid for 8 s, and this waits for 10 s at least.
      hasAsked('renewed', 2),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'asked')
      yield* precondition(
        placeIn(exchangeAt(history, 'configuration')).isThere,
        'the agent has received no certificate',
      )
      const sent = requestsIn(exchangeAt(history, 'renewed')).length
      yield verify(sent > 1, {
        says: 'With `--rotate-certificates` the agent renews its certificate before it expires.',
        expected: `a second POST of ${path} within 8 s`,
        got: `${sent} such requests`,
        at: 'renewed',
      })
    },
  ),
]
