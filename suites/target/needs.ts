// What a check needs of a target, and whether the target has it. Most needs are read from the steps
// of a scenario. A check declares only those that its steps do not show.

import { probedFeatures } from '../../fixtures/targets/discover.ts'
import { observedFeatures } from '../../fixtures/targets/observed-features.ts'
import type { Feature, Target } from '../../fixtures/targets/target.ts'
import {
  isConfigCheckStep,
  isControlStep,
  isDefineTypeStep,
  requestsOf,
} from '../../properties/dsl/scenario.ts'
import { agentNameIn } from '../../properties/dsl/agent-names.ts'
import { issuersHost, setupNameIn, webHost } from '../../properties/dsl/setup-names.ts'
import type {
  ConfigCheckStep,
  ControlStep,
  Identity,
  Scenario,
} from '../../properties/dsl/scenario.ts'

/**
 * What a target may lack: a control, the credentials of an identity, an alternate configuration, or
 * a feature.
 */
export type Need =
  | ControlStep['control']
  | 'accepts'
  | 'start'
  | 'startAgent'
  | `identity ${Identity}`
  | `feature ${Feature}`
  | `alternate ${string}`

const controls: readonly Need[] = [
  'compact',
  'expire',
  'advance',
  'corrupt',
  'failHealthCheck',
] satisfies ControlStep['control'][]

/** Whether waiting in real time meets the need if the target has nothing else for it. */
export const isMetByWaiting = (need: Need): boolean => need === 'advance' || need === 'expire'

/** Whether it affects all clients of the target. */
export const disturbsOthers = (need: Need): boolean => controls.includes(need)

/**
 * Returns the controls, configuration checks, identities, alternate configurations and features
 * that the steps of the scenarios require, each once.
 */
export const needsOf = (...scenarios: Scenario[]): Need[] => [
  ...new Set(scenarios.flatMap(needsOfSteps)),
]

function needsOfSteps(scenario: Scenario): Need[] {
  const used = scenario.steps.filter(isControlStep).map(step => step.control)
  const defined = scenario.steps.some(isDefineTypeStep)
    ? (['feature custom-resources'] as const)
    : []
  const others = requestsOf(scenario).flatMap(({ who = 'admin', server }): Need[] => [
    ...(who === 'admin' ? [] : [`identity ${who}` as const]),
    ...(server === undefined ? [] : [serverNeed(server)]),
  ])
  return [
    ...used,
    ...scenario.steps.filter(isConfigCheckStep).flatMap(needsOfAccepts),
    ...defined,
    ...others,
  ]
}

/** Only rows about webhooks send requests to the web host. */
const serverNeed = (serverName: string): Need => {
  if (serverName === webHost) return 'feature admission-webhooks'
  if (agentNameIn(serverName) !== undefined) return 'startAgent'
  return setupNameIn(serverName) !== undefined || serverName === issuersHost
    ? 'start'
    : `alternate ${serverName}`
}

/**
 * The needs of a configuration check. Entries with the names of options need nothing. Other entries
 * are supported only by some targets.
 */
function needsOfAccepts({ accepts: { facts = {} } }: ConfigCheckStep): Need[] {
  const known = Object.keys(facts).filter(name => !name.startsWith('-'))
  return [
    'accepts',
    ...known.map(name =>
      name === 'lenient' ? ('feature lenient-configuration' as const) : machine,
    ),
  ]
}

const machine = 'feature described-machine'

/** The first need that the target does not meet, or undefined. */
export const missingNeed = (target: Target, needs: readonly Need[]): Need | undefined =>
  needs.find(need => !targetMeets(target, need))

/** Whether the target meets a need. */
export function targetMeets(target: Target, need: Need): boolean {
  const { compact, advance, expire } = target.controls
  if (need === 'expire') return (expire ?? compact ?? advance) !== undefined
  if (isNamedControl(need)) return target.controls[need] !== undefined
  const [sort, word] = need.split(' ') as ['identity' | 'feature' | 'alternate', string]
  if (sort === 'alternate') return target.alternates?.[word] !== undefined
  return sort === 'feature'
    ? target.features.includes(word as Feature)
    : target.credentials[word] !== undefined
}

const isNamedControl = (
  need: Need,
): need is
  | 'compact'
  | 'advance'
  | 'corrupt'
  | 'failHealthCheck'
  | 'accepts'
  | 'start'
  | 'startAgent' =>
  need === 'accepts' ||
  need === 'start' ||
  need === 'startAgent' ||
  (controls.includes(need) && need !== 'expire')

/** What a target has to have to meet a need, in the words of target files and flags. */
export function nameOfNeed(need: Need): string {
  if (need === 'advance') return 'a clock that can be set'
  if (need === 'expire') return 'controls.compact'
  if (need === 'startAgent') return '--agent'
  if (isNamedControl(need)) return `controls.${need}`
  const [sort, word] = need.split(' ')
  if (sort === 'feature') return `the feature ${word}`
  return sort === 'identity' ? `credentials.${word}` : `alternates.${word}`
}

/** Why a row is inapplicable on a target that does not meet a need, and what would change that. */
export function missingNeedReason(lacking: Need): string {
  if (lacking === 'advance')
    return 'skipped: the clock of the server cannot be controlled; --slow waits in real time'
  if (lacking === 'expire') return 'skipped: no target file defines `controls.compact`'
  if (lacking === 'startAgent')
    return 'skipped: the run starts no node agent: use --agent (and `controls.start` in a target file)'
  if (isNamedControl(lacking)) return `skipped: no target file defines \`controls.${lacking}\``
  const [sort, word] = lacking.split(' ')
  if (lacking === 'identity bad-token')
    return 'skipped: the server asks for no credentials: it also serves a request with a bad token'
  if (sort === 'identity') return `skipped: no target file defines \`credentials.${word}\``
  if (sort === 'alternate')
    return `skipped: no target file defines the alternate configuration ${word} under \`alternates\``
  if (lacking === 'feature deletecollection')
    return 'skipped: no target file declares the feature `deletecollection`; without one it is used only if the server runs on this machine, discovery lists the verb and the collections are empty'
  return [...probedFeatures, ...observedFeatures].includes(word as Feature)
    ? `skipped: the feature \`${word}\` was neither found nor declared in a target file`
    : `skipped: the feature \`${word}\` is not probed, and no target file declares it`
}
