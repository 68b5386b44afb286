// Performs failing cases on the reference before they are reported. A case that fails there as well
// shows no fault of the target.

import { roles } from '../../fixtures/objects/tested-types.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import type { ReferenceOptions } from '../../fixtures/targets/reference-target.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import type { CrossCheck, ReferenceOutcome } from '../failure/reference-outcome.ts'
import { missingNeed, needsOf, missingNeedReason } from '../target/needs.ts'
import { whyTypesDoNotFit } from '../target/needs-types.ts'
import { performAndJudgeWithRetry } from './perform-and-judge.ts'
import { openEnvironments } from './environments.ts'
import type { Environments } from './environments.ts'
import { matchesVersionRange, requirement } from '../select/select.ts'
import { rolesWithOtherTypes, withTypes } from '../target/with-types.ts'

export type ReferenceCrossChecker = {
  crossCheck: CrossCheck
  /** Stops the reference, if it was started. */
  close(): Promise<void>
}

// A scenario that takes longer waits for something that never happens.
const caseMs = 60_000

/** A reference that starts when the first case needs it, and performs one case at a time. */
export function createReferenceCrossChecker(
  like: Target,
  signal: AbortSignal,
): ReferenceCrossChecker {
  let opened: Promise<Opened> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    crossCheck: (check, scenario) => {
      const next = last.then(async () => {
        opened ??= open(like)
        return crossCheckOn(await opened, check, scenario, signal)
      })
      last = next.catch(() => {})
      return next.catch(problem => notChecked(String(problem)))
    },
    close: async () => {
      await last
      const { environments, target } = (await opened?.catch(() => undefined)) ?? {}
      await environments?.close()
      await target?.close()
    },
  }
}

type Opened = { target: Target; environments: Environments }

/**
 * Starts a reference with the dialect of the target, and with its types as far as it serves them.
 * If a type of a named group has the role `core`, the reference uses its own type in that role.
 */
async function open({
  dialect,
  apiDomain,
  types,
  unserved = {},
  features,
}: Target): Promise<Opened> {
  const hasDefaults = features.includes('namespace-defaults')
  const plain = await referenceTarget({
    dialect: dialect.name,
    apiDomain,
    ...(hasDefaults ? {} : withoutDefaults),
  })
  try {
    const used = roles.filter(
      role => unserved[role] === undefined && !(role === 'core' && types.core.group !== ''),
    )
    const wanted = Object.fromEntries(used.map(role => [role, types[role]]))
    const target = await withTypes(plain, wanted)
    const others = rolesWithOtherTypes(target, { ...target.types, ...wanted })
    const lacking = others.map(role => [role, `it does not serve ${types[role].resource}`])
    const limited = { ...target, unserved: Object.fromEntries(lacking) }
    return {
      target: limited,
      environments: await openEnvironments(limited, { concurrency: 1, caseMs }),
    }
  } catch (problem) {
    await plain.close()
    throw problem
  }
}

// Most cases would mistake the default objects of a namespace for writes of another client.
const withoutDefaults: Pick<ReferenceOptions, 'parts' | 'lacks'> = {
  parts: good => ({
    ...good,
    namespaceLifecycle: { ...good.namespaceLifecycle, createDefaultContents: async () => {} },
  }),
  lacks: ['namespace-defaults'],
}

async function crossCheckOn(
  { target, environments }: Opened,
  check: Check,
  scenario: Scenario,
  signal: AbortSignal,
): Promise<ReferenceOutcome> {
  const because = reasonAgainst(target, check, scenario)
  if (because !== undefined) return notChecked(because)
  const [environment] = environments.environments
  if (!environment) throw new Error('the reference has no environment')
  const { judgement } = await performAndJudgeWithRetry(check, scenario, environment, {
    signal,
    onHistory: () => {},
  })
  const [broken] = judgement.violations
  if (broken) return { outcome: 'fails', broken }
  if (judgement.testedCount > 0) return { outcome: 'holds' }
  return notChecked(judgement.whyNotJudged[0] ?? 'the rule was not tested there')
}

function reasonAgainst(target: Target, check: Check, scenario: Scenario): string | undefined {
  const { versions } = requirement(check.id)
  const { follows, version } = target
  if (!matchesVersionRange(versions, follows ?? version))
    return `the rule applies to versions ${versions}`
  const lacking = missingNeed(target, [...check.needs, ...needsOf(scenario)])
  const reason =
    whyTypesDoNotFit(target, scenario, check) ?? (lacking && missingNeedReason(lacking))
  return reason?.replace(/^skipped: /, '')
}

const notChecked = (because: string): ReferenceOutcome => ({ outcome: 'not checked', because })
