// Checks where node agents get the credentials for image pulls (suites/setups/agents.ts).

import type { PlaceContents } from '../../../fixtures/objects/agents.ts'
import { agentSetups, plugInFolders } from '../../../properties/dsl/agent-names.ts'
import { benchOf } from '../../../properties/dsl/agent-steps.ts'
import { exchangeAt, type History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import {
  callsOf,
  requireBench,
  requireCome,
} from '../../../properties/laws/agents/pods-at-the-runtime.ts'
import { pullingSpec } from '../../../properties/scenarios/agents/containers.ts'
import { runFromFile } from '../../../properties/scenarios/agents/pods.ts'
import { example } from '../../check.ts'

const { plugged } = agentSetups

export default [
  example(
    'AGENT-249',
    [
      ...runFromFile('runs', 'a', { agent: plugged, spec: pullingSpec('a') }),
      // Without a plug-in for its images, an agent has no credentials.
      ...runFromFile('control', 'b', { spec: pullingSpec('b') }),
    ],
    function* (history) {
      yield* requireBench(history)
      for (const label of ['runs', 'control']) yield* requireCome(history, label)
      const users = (label: string) =>
        callsOf(exchangeAt(history, label), 'PullImage').map(({ request }) => userIn(request))
      yield* precondition(users('runs').length > 0, 'the image was not pulled')
      const others = users('control').filter(user => user !== undefined)
      yield* precondition(
        others.length === 0,
        `an agent without plug-ins pulls an image as ${others[0]}`,
      )
      // Only genuine agents have a known format of the file and of the responses of plug-ins.
      yield* precondition(
        history.context.dialect === 'kubernetes' || users('runs').every(user => user !== undefined),
        'the agent pulls without credentials, and the format of its file is not specified',
      )
      yield verify(
        users('runs').every(user => user === plugInFolders.own),
        {
          says: 'Credentials for images come from the plug-ins of the configuration file.',
          expected: `pulls with the credentials of the plug-in, whose user is ${plugInFolders.own}`,
          got: users('runs').map(user => user ?? 'no credentials'),
          at: 'runs',
        },
      )
    },
  ),
  example(
    'AGENT-272',
    [
      ...runFromFile('runs', 'a', { agent: plugged, spec: pullingSpec('a') }),
      benchOf(plugged).readFile('own ran', `ran/${plugInFolders.own}`),
      benchOf(plugged).readFile('other ran', `ran/${plugInFolders.other}`),
    ],
    function* (history) {
      yield* requireBench(history)
      yield* requireCome(history, 'runs')
      yield verify(!hasRun(history, 'other ran'), {
        says: 'Plug-ins are executed from `--image-credential-provider-bin-dir` only.',
        expected: 'no execution of the plug-in with the same name in another folder',
        got: 'it was executed',
        at: 'other ran',
      })
      yield* precondition(hasRun(history, 'own ran'), 'the agent executed no plug-in')
    },
  ),
]

/** The name of the user in a request to pull an image. */
const userIn = (request: unknown): string | undefined =>
  (request as { auth?: { username?: string } }).auth?.username

/** Whether a plug-in has left its file. */
const hasRun = (history: History, label: string): boolean =>
  (exchangeAt(history, label).answer?.body as PlaceContents | undefined)?.isThere === true
